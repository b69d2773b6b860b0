package org.tieredhdfs.hdfs.datanode.choose;

/** The choice itself: of volumes with room, the one where a block is expected to be done first. */
final class ShortestDelay {
  /** Delays that differ by less than this part are equal: sums of floating point numbers. */
  private static final double EPSILON = 1e-9;

  private ShortestDelay() {}

  /** How well a volume would do; ranks come before delays. */
  private enum Rank {
    DROPPED_OUT,
    AHEAD_OF_ITS_SPACE,
    BUSY,
    IDLE
  }

  /**
   * @param room the positions of the volumes with room, at least one
   * @return the position of the volume to take
   */
  static int choose(Lineup<?, ServiceRecord> lineup, int[] room, long blockBytes, long nowNanos) {
    // A block of unknown length still takes its turn.
    long bytes = Math.max(1, blockBytes);
    int best = -1;
    Rank bestRank = Rank.DROPPED_OUT;
    double bestDelay = Double.POSITIVE_INFINITY;
    int probe = -1;
    for (int i : room) {
      ServiceRecord record = lineup.record(i);
      double inFlight = record.bytesInFlight(lineup.volume(i), bytes, nowNanos);
      Rank rank = rank(record, inFlight);
      double delay = (inFlight + bytes) / record.weight;
      int order = rank.compareTo(bestRank);
      if (best < 0
          || order > 0
          || (order == 0 && isSooner(delay, record, bestDelay, lineup.record(best)))) {
        best = i;
        bestRank = rank;
        bestDelay = delay;
      }
      if (inFlight <= 0 && record.standing.isProbeDue(nowNanos)) {
        probe = i;
      }
    }
    return probe >= 0 && bestRank != Rank.DROPPED_OUT ? probe : best;
  }

  private static Rank rank(ServiceRecord record, double inFlight) {
    if (!record.standing.isInService()) {
      return Rank.DROPPED_OUT;
    }
    if (record.isAheadOfItsSpace()) {
      return Rank.AHEAD_OF_ITS_SPACE;
    }
    return inFlight <= 0 ? Rank.IDLE : Rank.BUSY;
  }

  private static boolean isSooner(
      double delay, ServiceRecord record, double bestDelay, ServiceRecord best) {
    if (Math.abs(delay - bestDelay) > EPSILON * bestDelay) {
      return delay < bestDelay;
    }
    return record.lastTurn < best.lastTurn
        || (record.lastTurn == best.lastTurn && record.serial < best.serial);
  }
}
