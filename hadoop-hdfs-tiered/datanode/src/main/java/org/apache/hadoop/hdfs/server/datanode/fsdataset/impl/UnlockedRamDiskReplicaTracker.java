package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.File;
import org.tieredhdfs.hdfs.datanode.lock.IndependentLockManager;

/**
 * The stock tracker of replicas in RAM_DISK, which deletes files on disks outside its monitor and
 * tells the lock manager which block the lazy writer and evictions take up next.
 *
 * <p>Stock protects those two by the lock of the whole block pool; told the block, the lock manager
 * can lock that block instead.
 */
public class UnlockedRamDiskReplicaTracker extends RamDiskReplicaTracker {
  private final RamDiskReplicaTracker stock = new RamDiskReplicaLruTracker();
  private volatile IndependentLockManager locks;

  @Override
  void initialize(FsDatasetImpl fsDataset) {
    super.initialize(fsDataset);
    stock.initialize(fsDataset);
    if (fsDataset.acquireDatasetLockManager() instanceof IndependentLockManager ours) {
      locks = ours;
    }
  }

  @Override
  RamDiskReplica dequeueNextReplicaToPersist() {
    return told(stock.dequeueNextReplicaToPersist());
  }

  @Override
  RamDiskReplica getNextCandidateForEviction() {
    return told(stock.getNextCandidateForEviction());
  }

  private RamDiskReplica told(RamDiskReplica next) {
    IndependentLockManager manager = locks;
    if (next != null && manager != null && manager.current() == null) {
      manager.target(next.getBlockPoolId(), next.getBlockId());
    }
    return next;
  }

  @Override
  void discardReplica(String bpid, long blockId, boolean deleteSavedCopies) {
    RamDiskReplica discarded = stock.getReplica(bpid, blockId);
    stock.discardReplica(bpid, blockId, false);
    if (deleteSavedCopies && discarded != null) {
      discarded.deleteSavedFiles();
    }
  }

  @Override
  void addReplica(
      String bpid, long blockId, FsVolumeImpl transientVolume, long lockedBytesReserved) {
    stock.addReplica(bpid, blockId, transientVolume, lockedBytesReserved);
  }

  @Override
  void touch(String bpid, long blockId) {
    stock.touch(bpid, blockId);
  }

  @Override
  void reenqueueReplicaNotPersisted(RamDiskReplica ramDiskReplica) {
    stock.reenqueueReplicaNotPersisted(ramDiskReplica);
  }

  @Override
  void recordStartLazyPersist(String bpid, long blockId, FsVolumeImpl checkpointVolume) {
    stock.recordStartLazyPersist(bpid, blockId, checkpointVolume);
  }

  @Override
  void recordEndLazyPersist(String bpid, long blockId, File[] savedFiles) {
    stock.recordEndLazyPersist(bpid, blockId, savedFiles);
  }

  @Override
  int numReplicasNotPersisted() {
    return stock.numReplicasNotPersisted();
  }

  @Override
  RamDiskReplica getReplica(String bpid, long blockId) {
    return stock.getReplica(bpid, blockId);
  }
}
