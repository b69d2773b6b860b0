package org.tieredhdfs.mover.plan;

import org.apache.hadoop.fs.StorageType;

/**
 * A replica of a block, or an internal block of an erasure-coded block group.
 *
 * @param node where it lies
 * @param type the storage type it lies on
 * @param sizeBytes what moving it costs
 * @param pinned whether it may not leave its node
 */
public record ReplicaModel(NodeModel node, StorageType type, long sizeBytes, boolean pinned) {

  /** Whether it may be moved at all, even within its node. */
  public boolean isMovable() {
    return node.inService() && type.isMovable() && type != StorageType.PROVIDED;
  }
}
