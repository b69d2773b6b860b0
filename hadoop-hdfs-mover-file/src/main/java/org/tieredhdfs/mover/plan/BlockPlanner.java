package org.tieredhdfs.mover.plan;

import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;

/**
 * Plans the moves that bring a block in place, with the fewest bytes, then the shortest distances,
 * and without ever making its placement worse.
 *
 * <p>A step takes a replica from a type that has too many to one that lacks some. The NameNode
 * removes the old replica of a move between nodes only if its type has too many and no rack is
 * lost, so no other steps between nodes are of use. Within a node any replica may change its type;
 * this helps where a type is there on the node of a replica that already lies well. Stateless.
 */
public final class BlockPlanner {
  /** How many additional steps within nodes are tried to reach a policy. */
  private static final int MAX_DETOURS = 2;

  private BlockPlanner() {}

  /** Whether the block is in place. */
  public static boolean isInPlace(BlockModel block) {
    return new TypeBalance(block).surplus() == 0;
  }

  public static BlockPlan plan(BlockModel block, Targets targets) {
    TypeBalance balance = new TypeBalance(block);
    int outOfPlace = balance.surplus();
    if (outOfPlace == 0) {
      return BlockPlan.NOTHING;
    }
    PlanSearch search = new PlanSearch(block, targets);
    for (int detours = 0; detours <= MAX_DETOURS; detours++) {
      search.run(detours);
      if (search.isComplete()) {
        return new BlockPlan(search.best(), outOfPlace, Set.of());
      }
    }
    return new BlockPlan(search.best(), outOfPlace, shortfalls(block, targets));
  }

  /** Why some replicas of the block find no place. */
  private static Set<Shortfall> shortfalls(BlockModel block, Targets targets) {
    TypeBalance balance = new TypeBalance(block);
    Set<Shortfall> reasons = EnumSet.noneOf(Shortfall.class);
    for (ReplicaModel replica : block.replicas()) {
      if (!balance.hasTooMany(replica.type())) {
        continue;
      }
      if (!replica.node().inService()) {
        reasons.add(Shortfall.NODE_OUT_OF_SERVICE);
      } else if (!replica.isMovable()) {
        reasons.add(Shortfall.IMMOVABLE_TYPE);
      } else if (replica.pinned()) {
        // within its node it may change its type as soon as there is room
        boolean mayStay = balance.lacking().stream().anyMatch(replica.node()::has);
        reasons.add(mayStay ? Shortfall.NO_SPACE : Shortfall.PINNED);
      } else {
        balance.lacking().forEach(type -> reasons.add(shortfall(block, replica, type, targets)));
      }
    }
    if (balance.lacking().isEmpty()) {
      reasons.add(Shortfall.NO_STORAGE_OF_TYPE);
    }
    return reasons;
  }

  private static Shortfall shortfall(
      BlockModel block, ReplicaModel replica, StorageType type, Targets targets) {
    boolean exists = false;
    boolean hasRoom = false;
    boolean isFree = false;
    boolean lacksRoom = false;
    for (NodeModel node : targets.nodes()) {
      if (node.has(type)) {
        exists |= node.inService();
        boolean canTake = targets.canTake(node, type, replica.sizeBytes());
        boolean holdsNone =
            block.replicas().stream().noneMatch(held -> held.node().id().equals(node.id()));
        hasRoom |= canTake;
        isFree |= canTake && holdsNone;
        lacksRoom |= !canTake && holdsNone;
      }
    }
    if (!exists) {
      return Shortfall.NO_STORAGE_OF_TYPE;
    }
    if (!hasRoom) {
      return Shortfall.NO_SPACE;
    }
    // One that is full or out of service now may be where the rules want the replica
    return !isFree
        ? Shortfall.NODES_TAKEN
        : lacksRoom ? Shortfall.NO_SPACE : Shortfall.PLACEMENT_RULES;
  }
}
