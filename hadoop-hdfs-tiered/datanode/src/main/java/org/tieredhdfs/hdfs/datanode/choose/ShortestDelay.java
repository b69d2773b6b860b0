package org.tieredhdfs.hdfs.datanode.choose;

import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/** The choice itself: of volumes with room, the one where a block is expected to be done first. */
final class ShortestDelay {
  /** Delays that differ by less than this part are equal: sums of floating point numbers. */
  private static final double EPSILON = 1e-9;

  private ShortestDelay() {}

  /**
   * @param room the positions of the volumes with room, at least one
   * @return the position of the volume to take
   */
  static int choose(Lineup<?, ServiceRecord> lineup, int[] room, long blockBytes, long nowNanos) {
    int best = -1;
    double bestDelay = Double.POSITIVE_INFINITY;
    boolean bestServes = false;
    for (int i : room) {
      ServiceRecord record = lineup.record(i);
      FsVolumeSpi volume = lineup.volume(i);
      boolean serves = record.standing.isInService();
      double delay = delay(record, volume, blockBytes);
      if (best < 0
          || (serves && !bestServes)
          || (serves == bestServes && isSooner(delay, record, bestDelay, lineup.record(best)))) {
        best = i;
        bestDelay = delay;
        bestServes = serves;
      }
    }
    int probe = bestServes ? dueForProbe(lineup, room, nowNanos) : -1;
    return probe >= 0 ? probe : best;
  }

  private static double delay(ServiceRecord record, FsVolumeSpi volume, long blockBytes) {
    // A block of unknown length still takes its turn.
    long bytes = Math.max(1, blockBytes);
    return (record.bytesInFlight(volume, bytes) + bytes) / record.weight;
  }

  private static boolean isSooner(
      double delay, ServiceRecord record, double bestDelay, ServiceRecord best) {
    if (Math.abs(delay - bestDelay) > EPSILON * bestDelay) {
      return delay < bestDelay;
    }
    return record.lastTurn < best.lastTurn
        || (record.lastTurn == best.lastTurn && record.serial < best.serial);
  }

  /** A volume that dropped out and is to be probed now; -1 for none. */
  private static int dueForProbe(Lineup<?, ServiceRecord> lineup, int[] room, long nowNanos) {
    for (int i : room) {
      if (lineup.record(i).standing.isProbeDue(nowNanos)) {
        return i;
      }
    }
    return -1;
  }
}
