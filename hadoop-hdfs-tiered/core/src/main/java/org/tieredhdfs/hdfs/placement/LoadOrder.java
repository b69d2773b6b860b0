package org.tieredhdfs.hdfs.placement;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Which of several nodes or pairs of nodes is to get the next replicas: the one whose fuller node
 * is less full, then the one with the lower sum, then the one whose turn it is.
 *
 * <p>The load of a node is what it stores and what is on its way there, over its weight, compared
 * with the mean of its type. The emptier node of a pair counts a little, too: a node that is new
 * has full ones beside it in every pair, and would never catch up otherwise. A node that would have
 * more in flight than it may comes behind all that would not, and behind those that would have less
 * of it too much. Thread-safe.
 *
 * @see <a href="https://www.eecs.harvard.edu/~michaelm/postscripts/mythesis.pdf">M. Mitzenmacher,
 *     The Power of Two Choices in Randomized Load Balancing</a>
 */
final class LoadOrder {
  /** How far the circle turns with each choice: ties go round all nodes. */
  private static final int STEP = 0x61C88647;

  /** How much the emptier node of a pair counts beside the fuller one. */
  private static final double LAG_WEIGHT = 0.25;

  /** How far behind the mean it counts: no more, or an empty node would fill those near it. */
  private static final double MAX_LAG_BLOCKS = 16;

  private final double maxOverMean;
  private final AtomicInteger turn = new AtomicInteger();

  /**
   * @param maxOverMean how many times the mean of its type a node may have in flight
   */
  LoadOrder(double maxOverMean) {
    this.maxOverMean = maxOverMean;
  }

  /**
   * One node, or two that are taken together, with what they are compared by.
   *
   * @param over blocks in flight beyond the bound, if one more came
   */
  record Candidate(
      TypeLoad first, @Nullable TypeLoad second, int over, double max, double sum, int rank) {
    boolean isBefore(Candidate other) {
      if (over != other.over) {
        return over < other.over;
      }
      int byMax = Double.compare(max, other.max);
      if (byMax != 0) {
        return byMax < 0;
      }
      int bySum = Double.compare(sum, other.sum);
      return bySum != 0 ? bySum < 0 : Integer.compareUnsigned(rank, other.rank) < 0;
    }
  }

  /** Ends a choice: the next one breaks ties by the next node on the circle. */
  void turn() {
    turn.getAndAdd(STEP);
  }

  Candidate candidate(TypeLoad first, Loads loads) {
    double ahead = ahead(first, loads);
    return new Candidate(first, null, over(first, loads), ahead, ahead, rank(first));
  }

  /**
   * @param blockBytes of the block that is to be placed
   */
  Candidate candidate(TypeLoad first, TypeLoad second, Loads loads, long blockBytes) {
    double one = ahead(first, loads);
    double other = ahead(second, loads);
    double behind = Math.max(Math.min(one, other), -MAX_LAG_BLOCKS * (double) blockBytes);
    return new Candidate(
        first,
        second,
        Math.max(over(first, loads), over(second, loads)),
        Math.max(one, other) + LAG_WEIGHT * behind,
        one + other,
        rank(first));
  }

  private int rank(TypeLoad load) {
    return load.position() - turn.get();
  }

  /** How much more a node carries than the mean of its type. */
  private static double ahead(TypeLoad load, Loads loads) {
    load.look();
    double bytes = (load.storedBytes() + load.pendingBytes()) / load.weight();
    return bytes - loads.seeLoad(load.type(), bytes);
  }

  private int over(TypeLoad load, Loads loads) {
    double blockBytes = load.meanBlockBytes();
    double bytes = load.inFlightBytes(loads.nowMs());
    double meanBytes = loads.seeInFlight(load.type(), bytes / load.weight());
    if (bytes == 0) {
      return 0;
    }
    double beyond = (bytes + blockBytes) / load.weight() - maxOverMean * meanBytes;
    return (int) Math.max(0, Math.ceil(beyond / blockBytes));
  }
}
