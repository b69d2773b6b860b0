package org.tieredhdfs.verify.parity.hbase;

import java.util.Locale;
import org.tieredhdfs.verify.parity.ScriptStep;

/**
 * One step of a client's script, on its table.
 *
 * @param amount rows, milliseconds or a place among the rows, by kind
 */
record TableStep(Kind kind, int amount) implements ScriptStep {
  /** What clients do. */
  enum Kind {
    /** Writes {@code amount} rows. */
    PUT,
    /** Deletes {@code amount} rows. */
    DELETE,
    /** Reads {@code amount} rows one by one. */
    GET,
    SCAN,
    FLUSH,
    COMPACT,
    MAJOR_COMPACT,
    /** Splits a region in the midst of its rows. */
    SPLIT,
    MERGE,
    MOVE,
    /** Loads files of 50 rows from row {@code amount} on, within a region or across several. */
    LOAD,
    /** Asks a server to load a file of a family that the table has not: it refuses. */
    LOAD_UNKNOWN_FAMILY,
    /** Asks it to load a file that is not there: it refuses. */
    LOAD_VANISHED,
    /** Asks it to load a file across its region's end, as after a split: it refuses. */
    LOAD_MISFIT,
    /** Makes a snapshot in the place of the last one. */
    SNAPSHOT,
    /** Clones the snapshot, reads the clone and drops it. */
    CLONE,
    /** Reads the snapshot's files without servers. */
    SCAN_SNAPSHOT,
    /** Brings the table back to its snapshot. */
    RESTORE,
    TRUNCATE,
    /** Rests for {@code amount} milliseconds. */
    REST
  }

  static TableStep of(Kind kind) {
    return new TableStep(kind, 0);
  }

  @Override
  public boolean isRest() {
    return kind == Kind.REST;
  }

  /** No operation depends on the one before. */
  @Override
  public boolean beginsAnew() {
    return true;
  }

  @Override
  public String toString() {
    return (kind + (amount == 0 ? "" : " " + amount)).toLowerCase(Locale.ROOT);
  }
}
