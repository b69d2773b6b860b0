package org.tieredhdfs.verify.parity.hbase;

import java.util.Locale;
import org.tieredhdfs.verify.parity.PlannedFault;

/**
 * One fault of a schedule.
 *
 * @param client after one of whose operations it begins
 * @param operation the number of that operation
 * @param isAwaited whether the client goes on only when the fault is over
 * @param durationMs until it ends
 * @param choice which daemon is hit
 */
record ServerFault(
    Kind kind, int client, int operation, boolean isAwaited, int durationMs, int choice)
    implements PlannedFault {
  /** What goes wrong, or is at work beside HBase. */
  enum Kind {
    /** {@code kill -9}, and a start when it is over. */
    KILL_REGIONSERVER,
    KILL_DATANODE,
    /** {@code kill -9} of the NameNode, which starts again at once. */
    KILL_NAMENODE,
    /** {@code kill -9} of the mover's service, where there is one. */
    KILL_MOVER,
    PAUSE_NAMENODE,
    /** The NameNode stands still for about 50 ms, over and over. */
    SLOW_NAMENODE,
    /** No space is left on SSDs. */
    FULL_SSD,
    /** Hadoop's Mover or Balancer is at work. */
    MOVER,
    BALANCER,
    /** A rolling upgrade is prepared, and finalized at the end. */
    ROLLING_UPGRADE,
    /** A DataNode is decommissioned, and taken back. */
    DECOMMISSION,
    /** Edits are purged while the mover's service is down. */
    PURGED_EDITS
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s, choice %d, after operation %d of client %d%s, %.1f s",
        kind.name().toLowerCase(Locale.ROOT),
        choice,
        operation,
        client,
        isAwaited ? ", which waits" : "",
        durationMs / 1e3);
  }
}
