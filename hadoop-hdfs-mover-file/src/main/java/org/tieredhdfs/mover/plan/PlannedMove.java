package org.tieredhdfs.mover.plan;

import org.apache.hadoop.fs.StorageType;

/**
 * One replica's way from a storage type on a node to another type there or elsewhere.
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

  /** Whether the replica stays on its DataNode, so that no network and no rack is concerned. */
  public boolean isWithinNode() {
    return source.id().equals(target.id());
  }

  /** How far it goes: 0 within the node, 1 within the rack, 2 beyond. */
  public int distance() {
    if (isWithinNode()) {
      return 0;
    }
    return source.rack().equals(target.rack()) ? 1 : 2;
  }
}
