package org.tieredhdfs.mover.plan;

import org.apache.hadoop.fs.StorageType;

/**
 * The move of a replica from a storage type on a node to another type, there or elsewhere.
 *
 * @param replica which of the block's replicas, by its place in {@link BlockModel#replicas}
 */
public record PlannedMove(
    int replica,
    NodeModel source,
    StorageType sourceType,
    NodeModel target,
    StorageType targetType,
    long sizeBytes) {

  /** Whether the replica stays on its DataNode, so that network and racks are not involved. */
  public boolean isWithinNode() {
    return source.id().equals(target.id());
  }

  /** The distance: 0 within the node, 1 within the rack, 2 beyond. */
  public int distance() {
    if (isWithinNode()) {
      return 0;
    }
    return source.rack().equals(target.rack()) ? 1 : 2;
  }
}
