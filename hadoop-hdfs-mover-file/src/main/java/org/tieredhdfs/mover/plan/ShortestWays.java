package org.tieredhdfs.mover.plan;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;

/**
 * A lower bound of the distance that replicas have to move, which ends the search.
 *
 * <p>For each type it counts the nodes of the block that can take it (no way at all) and the nodes
 * on their racks (a short way); whatever is needed beyond that goes further. Placement rules are
 * ignored: they can only make distances longer.
 */
final class ShortestWays {
  private final Map<StorageType, int[]> placesByType = new EnumMap<>(StorageType.class);
  private final BlockModel block;
  private final Targets targets;
  private final long sizeBytes;

  ShortestWays(BlockModel block, Targets targets, long sizeBytes) {
    this.block = block;
    this.targets = targets;
    this.sizeBytes = sizeBytes;
  }

  /** The minimum total distance that brings all misplaced replicas in place. */
  int least(TypeBalance balance) {
    int[] slots = new int[3];
    for (StorageType type : balance.lacking()) {
      int[] places = placesByType.computeIfAbsent(type, this::countPlaces);
      int within = Math.min(balance.lacking(type), places[0]);
      int near = Math.min(balance.lacking(type) - within, places[1]);
      slots[0] += within;
      slots[1] += near;
      slots[2] += balance.lacking(type) - within - near;
    }
    int toPlace = balance.surplus() - Math.min(balance.surplus(), slots[0]);
    int near = Math.min(toPlace, slots[1]);
    return near + 2 * (toPlace - near);
  }

  private int[] countPlaces(StorageType type) {
    Set<String> nodes = new HashSet<>();
    Set<String> racks = new HashSet<>();
    for (ReplicaModel replica : block.replicas()) {
      nodes.add(replica.node().id());
      racks.add(replica.node().rack());
    }
    int[] places = new int[2];
    for (NodeModel node : targets.nodes()) {
      if (targets.canTake(node, type, sizeBytes)) {
        if (nodes.contains(node.id())) {
          places[0]++;
        } else if (racks.contains(node.rack())) {
          places[1]++;
        }
      }
    }
    return places;
  }
}
