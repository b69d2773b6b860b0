package org.tieredhdfs.mover.plan;

import java.util.Collection;
import org.apache.hadoop.fs.StorageType;

/** Targets that only check for room, all with equal load. */
record AnyTargets(Collection<NodeModel> nodes) implements Targets {
  @Override
  public boolean canTake(NodeModel node, StorageType type, long sizeBytes) {
    return node.inService() && node.roomBytes().getOrDefault(type, -1L) >= sizeBytes;
  }

  @Override
  public TargetLoad load(NodeModel node, StorageType type) {
    return new TargetLoad(0, 0);
  }
}
