package org.tieredhdfs.hdfs.health;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;

/**
 * Puts the replicas on volumes that are avoided behind all others, which clients ask first.
 *
 * <p>Both groups keep Hadoop's order: by distance, then stale, then decommissioned ones. The blocks
 * of erasure-coded files are read by their indices, in no order. Stateless.
 */
public final class LocatedOrder {
  private LocatedOrder() {}

  /**
   * Called by woven code after Hadoop has sorted.
   *
   * @param nodes knows the volumes
   */
  public static void avoidedLast(DatanodeManager nodes, List<LocatedBlock> blocks) {
    if (Exclusions.isNone()) {
      return;
    }
    for (LocatedBlock block : blocks) {
      if (!block.isStriped()) {
        avoidedLast(nodes, block);
      }
    }
  }

  private static void avoidedLast(DatanodeManager nodes, LocatedBlock block) {
    DatanodeInfoWithStorage[] locations = block.getLocations();
    List<DatanodeInfoWithStorage> first = new ArrayList<>(locations.length);
    List<DatanodeInfoWithStorage> last = new ArrayList<>(1);
    for (DatanodeInfoWithStorage location : locations) {
      DatanodeDescriptor node = nodes.getDatanode(location.getDatanodeUuid());
      boolean isAvoided =
          node != null && Exclusions.isExcluded(node.getStorageInfo(location.getStorageID()));
      (isAvoided ? last : first).add(location);
    }
    if (!last.isEmpty() && !first.isEmpty()) {
      first.addAll(last);
      first.toArray(locations);
      block.updateCachedStorageInfo();
    }
  }
}
