package org.tieredhdfs.mover.plan;

/**
 * The cost of a sequence of moves: bytes first, then distance.
 *
 * @param distance the sum of {@link PlannedMove#distance}
 */
record PlanCost(long bytes, int distance) {
  static final PlanCost NONE = new PlanCost(0, 0);

  PlanCost plus(long moreBytes, int moreDistance) {
    return new PlanCost(bytes + moreBytes, distance + moreDistance);
  }

  boolean isLessThan(PlanCost other) {
    return bytes < other.bytes || (bytes == other.bytes && distance < other.distance);
  }
}
