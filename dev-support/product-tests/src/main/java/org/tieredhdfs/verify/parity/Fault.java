package org.tieredhdfs.verify.parity;

import java.util.List;
import java.util.Locale;

/**
 * One fault of a schedule.
 *
 * @param kind what goes wrong
 * @param scope how much of the cluster it hits
 * @param client after one of whose operations it begins, and whose file it is about
 * @param operation the number of that operation
 * @param isAwaited whether the client goes on only when the fault is over
 * @param durationMs until it ends
 * @param choice which of the replicas is hit, and other things left to chance
 * @param amount how many times slower, or the place of the bit
 */
record Fault(
    Kind kind,
    Scope scope,
    int client,
    int operation,
    boolean isAwaited,
    int durationMs,
    int choice,
    int amount)
    implements PlannedFault {
  private static final int MIN_SLOWNESS = 2;
  private static final int MAX_SLOWNESS = 50;

  /** What goes wrong. */
  enum Kind {
    /** One bit of a replica that is being written, or of its checksums. */
    FLIP_WRITTEN,
    /** The same, while its DataNode is down, which then finds it so. */
    FLIP_STOPPED,
    /** One bit of a replica that is complete, or of its checksums. */
    FLIP_FINALIZED,
    /** {@code kill -9}, and a start when it is over. */
    KILL,
    /** An orderly end, and a start when it is over. */
    RESTART,
    /** The process stands still. */
    PAUSE,
    /** Reads of a device hang; what was in the page cache has to be read. */
    HANG_READS,
    /** Writes and flushes hang, and with them each commit of the file system. */
    HANG_WRITES,
    /** Flushes hang, and with them each sync and each commit of the file system. */
    HANG_FLUSHES,
    /** Everything hangs. */
    HANG,
    /** A device takes {@link #slowness} times as long. */
    SLOW,
    /** No space is left. */
    FULL,
    /** Reads and writes fail; when it is over, the machine starts anew. */
    ERRORS,
    /** The same for a moment. */
    ERRORS_ONCE,
    /** The file system takes no more writes; when it is over, the machine starts anew. */
    READ_ONLY,
    /** {@code kill -9} of the NameNode, which starts again at once. */
    NAMENODE,
    /** The machine loses its power, and with it what its devices had not flushed. */
    POWER_CUT
  }

  /** How much of the cluster a fault hits. */
  enum Scope {
    VOLUME,
    NODE,
    CLUSTER
  }

  /** Whether what was flushed has to be there after these. */
  static boolean areFlushesPromised(List<Fault> faults) {
    return faults.stream().noneMatch(Fault::losesUnsynced);
  }

  /** Whether what was not synced may be gone on whichever side. */
  private boolean losesUnsynced() {
    return switch (kind) {
      case POWER_CUT, ERRORS, ERRORS_ONCE, READ_ONLY -> true;
      default -> false;
    };
  }

  /** Whether a DataNode that lives through it may treat a volume otherwise afterwards. */
  boolean isRemembered() {
    return switch (kind) {
      case HANG_READS, HANG_WRITES, HANG_FLUSHES, HANG, SLOW, PAUSE -> true;
      default -> false;
    };
  }

  /** From 2 to 50. */
  int slowness() {
    return MIN_SLOWNESS + amount % (MAX_SLOWNESS - MIN_SLOWNESS + 1);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s of %s, replica %d of client %d after its operation %d%s, %.1f s, amount %d",
        kind.name().toLowerCase(Locale.ROOT),
        scope.name().toLowerCase(Locale.ROOT),
        choice,
        client,
        operation,
        isAwaited ? ", which waits" : "",
        durationMs / 1e3,
        amount);
  }
}
