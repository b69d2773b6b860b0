package org.tieredhdfs.verify.parity;

import java.util.Locale;

/**
 * One step of a client's script, on the file that it created last.
 *
 * @param kind what it does
 * @param amount bytes, milliseconds, replicas or a place in per mille, by kind
 * @param sync what follows a write
 */
record ClientStep(Kind kind, int amount, Sync sync) implements ScriptStep {
  /** What clients do. */
  enum Kind {
    /** Creates a file of {@code amount} replicas. */
    CREATE,
    /** Creates such a file with blocks of 64 MB. */
    CREATE_LARGE,
    /** Creates an erasure-coded file, of two blocks of data and one of parity. */
    CREATE_STRIPED,
    /**
     * Creates a log of {@code amount} replicas, as HBase does: if a write fails, all that nobody
     * has synced goes to another log.
     */
    CREATE_LOG,
    /** Writes {@code amount} bytes behind the others. */
    WRITE,
    /** Closes what it writes. */
    CLOSE,
    /** Ends as a killed process does: no connection of it is left. */
    ABANDON,
    /** Goes on without the writer that it has open, whose connections stay. */
    LEAVE,
    /** Has the lease recovered, and waits for it. */
    RECOVER,
    /** Opens the file to write on. */
    APPEND,
    /** Cuts the file at {@code amount} per mille of its length, and waits for it. */
    TRUNCATE,
    /** Writes {@code amount} bytes to another file, and has it become the end of this one. */
    CONCAT,
    /** Makes a snapshot, reads the file in it, and deletes it. */
    SNAPSHOT,
    /** Sets the number of replicas to {@code amount}, which are copied or deleted. */
    SET_REPLICAS,
    /** Has further blocks go to the other type of volumes. */
    SET_POLICY,
    /** Reads from the first to the last byte. */
    READ,
    /** Reads up to 64 KB at {@code amount} per mille of what was flushed. */
    READ_AT,
    /** Rests for {@code amount} milliseconds. */
    REST
  }

  /** What is called when bytes are written. */
  enum Sync {
    NONE,
    HFLUSH,
    HSYNC
  }

  static ClientStep of(Kind kind, int amount) {
    return new ClientStep(kind, amount, Sync.NONE);
  }

  static ClientStep of(Kind kind) {
    return of(kind, 0);
  }

  @Override
  public boolean isRest() {
    return kind == Kind.REST;
  }

  @Override
  public boolean beginsAnew() {
    return switch (kind) {
      case CREATE, CREATE_LARGE, CREATE_STRIPED, CREATE_LOG, RECOVER, REST -> true;
      default -> false;
    };
  }

  @Override
  public String toString() {
    return (kind + (amount == 0 ? "" : " " + amount) + (sync == Sync.NONE ? "" : " " + sync))
        .toLowerCase(Locale.ROOT);
  }
}
