package org.tieredhdfs.hdfs.datanode.choose;

import org.tieredhdfs.hdfs.datanode.choose.space.VolumeCandidates;
import org.tieredhdfs.hdfs.datanode.volume.speed.Speed;

/** Chooses the volume with room that has the shortest expected delay for a block. */
final class ShortestDelay {
  /**
   * With this many blocks in flight, and this multiple of the mean, a volume gets no more blocks
   * for its free space, so that a new, empty disk does not take every writer.
   */
  private static final double ENOUGH_BLOCKS = 4;

  private static final double ENOUGH_TIMES_MEAN = 2;

  /**
   * With less of a block than this a volume is idle, and those that are take turns: a log sends its
   * few bytes all the time, and the counters of a device lag behind.
   */
  private static final double IDLE_PART = 0.25;

  /** A volume on trial gets this part of what its peers have in flight, and at least a block. */
  private static final double TRIAL_PART = 1.0 / 3;

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
  static int choose(VolumeCandidates<?, ServiceRecord> candidates, int[] room, long blockBytes) {
    // A block of unknown length counts as one byte, so that volumes still take turns.
    double bytes =
        Math.max(1, candidates.record(room[0]).traffic.openBlocks().expectedBytes(blockBytes));
    double[] inFlight = new double[room.length];
    double allInFlight = 0;
    for (int k = 0; k < room.length; k++) {
      inFlight[k] = candidates.record(room[k]).bytesInFlight(bytes);
      allInFlight += inFlight[k];
    }
    double mean = allInFlight / room.length;
    double enough = Math.max(ENOUGH_BLOCKS * bytes, ENOUGH_TIMES_MEAN * mean);
    boolean spaceCounts = false;
    for (int k = 0; k < room.length; k++) {
      ServiceRecord record = candidates.record(room[k]);
      spaceCounts |= !record.isSlow() && !record.isAheadOfItsSpace() && inFlight[k] < enough;
    }
    int best = -1;
    Rank bestRank = Rank.DROPPED_OUT;
    double bestDelay = Double.POSITIVE_INFINITY;
    for (int k = 0; k < room.length; k++) {
      ServiceRecord record = candidates.record(room[k]);
      boolean isIdle = inFlight[k] <= IDLE_PART * bytes;
      boolean isTried =
          record.speed().state() == Speed.State.ON_TRIAL
              && record.bytesToWrite()
                  <= Math.max(IDLE_PART, TRIAL_PART * mean / bytes - 1) * bytes;
      Rank rank =
          record.isSlow() && !isTried ? Rank.DROPPED_OUT : rank(record, isIdle, spaceCounts);
      double delay = ((isIdle ? 0 : inFlight[k]) + bytes) / record.speed().weight();
      int order = rank.compareTo(bestRank);
      if (best < 0
          || order > 0
          || (order == 0 && isSooner(delay, record, bestDelay, candidates.record(best)))) {
        best = room[k];
        bestRank = rank;
        bestDelay = delay;
      }
    }
    return best;
  }

  private static Rank rank(ServiceRecord record, boolean isIdle, boolean spaceCounts) {
    if (spaceCounts && record.isAheadOfItsSpace()) {
      return Rank.AHEAD_OF_ITS_SPACE;
    }
    return isIdle ? Rank.IDLE : Rank.BUSY;
  }

  private static boolean isSooner(
      double delay, ServiceRecord record, double bestDelay, ServiceRecord best) {
    return Math.abs(delay - bestDelay) > EPSILON * bestDelay
        ? delay < bestDelay
        : record.isBefore(best);
  }
}
