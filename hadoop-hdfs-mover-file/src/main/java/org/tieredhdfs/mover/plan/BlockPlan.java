package org.tieredhdfs.mover.plan;

import java.util.List;
import java.util.Set;

/**
 * The moves planned for one block.
 *
 * @param moves in an order in which no step makes the block's placement worse
 * @param outOfPlace the number of replicas on types that the policy does not want, before the moves
 * @param shortfalls why replicas are left out of place after the moves; empty if none is
 */
public record BlockPlan(List<PlannedMove> moves, int outOfPlace, Set<Shortfall> shortfalls) {

  static final BlockPlan NOTHING = new BlockPlan(List.of(), 0, Set.of());

  public BlockPlan {
    moves = List.copyOf(moves);
    shortfalls = Set.copyOf(shortfalls);
  }

  /** Whether the block is in place. */
  public boolean isSatisfied() {
    return outOfPlace == 0 && shortfalls.isEmpty();
  }

  public long bytes() {
    return moves.stream().mapToLong(PlannedMove::sizeBytes).sum();
  }
}
