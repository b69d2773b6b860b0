package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs.BlockReportReplica;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;

/**
 * The replicas whose deletion the NameNode ordered and whose volumes have not deleted them yet;
 * block reports omit them.
 *
 * <p>Stock takes a replica out of memory only when its volume deletes the files, which on a volume
 * that hangs may be long after the order. A NameNode that has forgotten its order meanwhile
 * (restart, failover, node or storage given up) would count the replica in a block report as one
 * that stays, have another one deleted instead, and lose the block when the volume answers.
 *
 * <p>Thread-safe.
 */
final class OrderedDeletions {
  private final ReplicaMap replicas;
  private final int maxReportBytes;
  private final Map<Key, ReplicaInfo> ordered = new ConcurrentHashMap<>();

  private record Key(String pool, long blockId) {}

  /**
   * @param maxReportBytes how long the list of one volume may be
   */
  OrderedDeletions(ReplicaMap replicas, int maxReportBytes) {
    this.replicas = replicas;
    this.maxReportBytes = maxReportBytes;
  }

  /** Records the replicas before they are handed to their volumes. */
  void order(String pool, Block[] blocks, DatasetOperations.Action handing) throws IOException {
    List<Key> noted = new ArrayList<>();
    for (Block block : blocks) {
      ReplicaInfo replica = replicas.get(pool, block);
      if (replica != null) {
        Key key = new Key(pool, block.getBlockId());
        ordered.put(key, replica);
        noted.add(key);
      }
    }
    boolean refused = true;
    try {
      handing.run();
      refused = false;
    } catch (IOException e) {
      // It names missing replicas; the others were handed on before
      refused = false;
      throw e;
    } finally {
      if (refused) {
        noted.forEach(ordered::remove);
      }
    }
  }

  /** The deletion has ended: the replica was removed from memory, or stays. */
  void ended(ExtendedBlock block) {
    ordered.remove(new Key(block.getBlockPoolId(), block.getBlockId()));
  }

  /** The reports of a pool without these replicas. */
  Map<DatanodeStorage, BlockListAsLongs> leaveOut(
      String pool, Map<DatanodeStorage, BlockListAsLongs> reports) {
    // Forget orders whose replica was moved, reopened or removed with its volume
    ordered.entrySet().removeIf(entry -> isAnother(entry.getKey(), entry.getValue()));
    if (!ordered.isEmpty()) {
      reports.replaceAll((storage, listed) -> without(pool, storage, listed));
    }
    return reports;
  }

  @SuppressWarnings("ReferenceEquality") // equal means the same block id, not the same replica
  private boolean isAnother(Key key, ReplicaInfo replica) {
    return replicas.get(key.pool(), key.blockId()) != replica;
  }

  private BlockListAsLongs without(String pool, DatanodeStorage storage, BlockListAsLongs listed) {
    BlockListAsLongs.Builder kept = BlockListAsLongs.builder(maxReportBytes);
    for (BlockReportReplica reported : listed) {
      ReplicaInfo replica = ordered.get(new Key(pool, reported.getBlockId()));
      if (replica == null || !replica.getStorageUuid().equals(storage.getStorageID())) {
        kept.add(reported);
      }
    }
    return kept.build();
  }
}
