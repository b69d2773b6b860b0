package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.NumberReplicas.StoredReplicaState;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage.State;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.health.Exclusions;
import org.tieredhdfs.hdfs.health.TargetChoice;

/**
 * Keeps a NameNode from copying from, choosing and counting replicas on volumes that it avoids.
 *
 * <p>Called by woven code behind what Hadoop has decided, which holds where nothing is avoided. In
 * this package for what Hadoop asks of a replica. Stateless.
 */
@NullMarked
public final class HealthyReplicas {
  private static final DatanodeDescriptor[] NOT_NOW = {};

  private HealthyReplicas() {}

  /**
   * The source of a copy: one with the replica on a volume that is not avoided, if there is one. If
   * all of them have enough to do there is none for now, and the NameNode comes back to the block.
   *
   * <p>Erasure-coded blocks are left alone: each source holds another part.
   */
  public static DatanodeDescriptor[] source(
      BlockManager blocks, BlockInfo block, DatanodeDescriptor[] chosen, int priority) {
    if (Exclusions.isNone() || block.isStriped() || chosen.length != 1) {
      return chosen;
    }
    List<DatanodeDescriptor> others = new ArrayList<>();
    for (DatanodeStorageInfo storage : blocks.blocksMap.getStorages(block)) {
      DatanodeDescriptor node = storage.getDatanodeDescriptor();
      if (Exclusions.isExcluded(storage)) {
        continue;
      }
      if (node.equals(chosen[0])) {
        return chosen;
      }
      if (isReadable(blocks, block, storage, node)) {
        others.add(node);
      }
    }
    if (others.isEmpty()) {
      return chosen;
    }
    others.removeIf(node -> isBusy(blocks, node, priority));
    return others.isEmpty()
        ? NOT_NOW
        : new DatanodeDescriptor[] {others.get(ThreadLocalRandom.current().nextInt(others.size()))};
  }

  private static boolean isReadable(
      BlockManager blocks, BlockInfo block, DatanodeStorageInfo storage, DatanodeDescriptor node) {
    return storage.getState() == State.NORMAL
        && node.isAlive()
        && !node.isDecommissioned()
        && !node.isInMaintenance()
        && !blocks.isReplicaCorrupt(block, node)
        && !blocks.isExcess(node, block);
  }

  /** By Hadoop's own bounds, which a block without another copy exceeds. */
  private static boolean isBusy(BlockManager blocks, DatanodeDescriptor node, int priority) {
    int streams = node.getNumberOfBlocksToBeReplicated() + node.getNumberOfBlocksToBeErasureCoded();
    boolean isBounded =
        priority != LowRedundancyBlocks.QUEUE_HIGHEST_PRIORITY
            && !node.isDecommissionInProgress()
            && !node.isEnteringMaintenance();
    return streams
        >= (isBounded
            ? blocks.getMaxReplicationStreams()
            : blocks.getReplicationStreamsHardLimit());
  }

  /**
   * The volume of a DataNode for a new replica: one that may be a target, if those together have
   * the room; any, when Hadoop tries again because it found too few.
   *
   * @param chosen what Hadoop has chosen, null if none has the room
   * @return null if the DataNode is no target
   */
  public static @Nullable DatanodeStorageInfo target(
      DatanodeDescriptor node,
      StorageType type,
      long blockBytes,
      int blocks,
      @Nullable DatanodeStorageInfo chosen) {
    if (Exclusions.isNone() || chosen == null || !TargetChoice.avoids()) {
      return chosen;
    }
    DatanodeStorageInfo target = null;
    long roomBytes = 0;
    boolean isAnyOut = false;
    for (DatanodeStorageInfo storage : node.getStorageInfos()) {
      if (storage.getStorageType() != type || storage.getState() != State.NORMAL) {
        continue;
      }
      if (Exclusions.isNoTarget(storage)) {
        isAnyOut = true;
      } else {
        target = target == null ? storage : target;
        roomBytes += storage.getRemaining() >= blockBytes * blocks ? storage.getRemaining() : 0;
      }
    }
    if (!isAnyOut) {
      return chosen;
    }
    long scheduledBytes = blockBytes * node.getBlocksScheduled(type);
    return roomBytes - scheduledBytes >= blockBytes * blocks ? target : null;
  }

  /**
   * How a replica counts: one on a volume that is replaced as on a DataNode that is being
   * decommissioned. It keeps the block readable, is a source if there is no other, and stays until
   * there are enough without it.
   *
   * <p>Erasure-coded blocks are left alone: Hadoop copies their parts from DataNodes that are being
   * decommissioned, and looks for those.
   */
  public static @Nullable StoredReplicaState state(
      @Nullable StoredReplicaState state,
      NumberReplicas counters,
      BlockInfo block,
      DatanodeStorageInfo storage,
      boolean inStartupSafeMode) {
    if (state != StoredReplicaState.LIVE
        || inStartupSafeMode
        || block.isStriped()
        || !Exclusions.isReplaced(storage)) {
      return state;
    }
    counters.subtract(StoredReplicaState.LIVE, 1);
    counters.add(StoredReplicaState.DECOMMISSIONING, 1);
    return StoredReplicaState.DECOMMISSIONING;
  }
}
