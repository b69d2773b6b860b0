package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DF;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.apache.hadoop.hdfs.server.datanode.InFlightFileIoEvents;
import org.apache.hadoop.hdfs.server.datanode.Replica;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeReference;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi.ScanInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.LengthInputStream;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaInputStreams;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.hdfs.server.protocol.ReplicaRecoveryInfo;
import org.tieredhdfs.hdfs.datanode.DatasetGuards;
import org.tieredhdfs.hdfs.datanode.lock.BlockLockInterruptedException;
import org.tieredhdfs.hdfs.datanode.lock.BlockOperation;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.types.StorageTypeParser;

/**
 * A dataset in which an operation on one volume never waits for I/O on another, and heartbeats and
 * block reports never wait for I/O at all.
 *
 * <p>The kernel's throttling of dirty pages is beyond its reach: writers to a fast volume may be
 * slowed down while the page cache is full of what a slow one has not taken.
 *
 * <p>Every override locks, calls {@code super} and unlocks; none does what stock does. What they
 * stand on: {@link org.tieredhdfs.hdfs.datanode.lock.IndependentLockManager} (no lock spans
 * volumes), {@link org.tieredhdfs.hdfs.datanode.volume.OperationGate} (pools and volumes come and
 * go), {@link org.tieredhdfs.hdfs.datanode.volume.CachedDf} (figures without asking a disk), {@link
 * org.tieredhdfs.hdfs.datanode.volume.GuardedVolumeChoosingPolicy} (no new blocks for hung
 * volumes).
 *
 * <p>All that changes a replica, and what excludes it from others that change the same one:
 *
 * <table>
 * <caption>Mutators</caption>
 * <tr><th>mutator<th>excluded by
 * <tr><td>createRbw, append, convertTemporaryToRbw, finalizeBlock, finalizeNewReplica,
 *   updateReplicaUnderRecovery, checkAndUpdate, invalidateMissingBlock<td>block's lock throughout
 * <tr><td>createTemporary, recoverRbw, recoverAppend, recoverClose, initReplicaRecovery
 *   <td>block's lock, given up while they join the writer that they stop
 * <tr><td>unfinalizeBlock, onCompleteLazyPersist, removeReplicaFromMem (which is all that
 *   invalidate changes in memory)<td>block's lock, not interruptible
 * <tr><td>moveBlockAcrossStorage, moveBlockAcrossVolumes<td>block's lock, given up while the
 *   block is copied; if the replica is another one afterwards, the copy is thrown away
 * <tr><td>the lazy writer, evictions from RAM_DISK<td>block's lock, taken by the lock manager
 *   where they take the pool's, see {@link UnlockedRamDiskReplicaTracker}
 * <tr><td>addBlockPool, shutdownBlockPool, deleteBlockPool<td>gate closed for the pool
 * <tr><td>removeVolumes, handleVolumeFailures, stopAllDataxceiverThreads<td>gate closed for the
 *   volume or drained, and stock's references to volumes
 * <tr><td>addVolume<td>nothing: its replicas enter the map one by one, each at once
 * </table>
 */
public class IndependentFsDataset extends FsDatasetImpl {
  private static final BlockOperation.Kind CREATE_RBW = plain("createRbw");
  private static final BlockOperation.Kind CREATE_TEMPORARY = stopping("createTemporary");
  private static final BlockOperation.Kind APPEND = plain("append");
  private static final BlockOperation.Kind RECOVER_RBW = stopping("recoverRbw");
  private static final BlockOperation.Kind RECOVER_APPEND = stopping("recoverAppend");
  private static final BlockOperation.Kind RECOVER_CLOSE = stopping("recoverClose");
  private static final BlockOperation.Kind INIT_RECOVERY = stopping("initReplicaRecovery");
  private static final BlockOperation.Kind UPDATE_RECOVERY = plain("updateReplicaUnderRecovery");
  private static final BlockOperation.Kind CONVERT = plain("convertTemporaryToRbw");
  private static final BlockOperation.Kind FINALIZE = plain("finalizeBlock");
  private static final BlockOperation.Kind UNFINALIZE = ending("unfinalizeBlock");
  private static final BlockOperation.Kind MOVE = plain("moveBlock");
  private static final BlockOperation.Kind MISSING = ending("invalidateMissingBlock");
  private static final BlockOperation.Kind REMOVE = ending("removeReplicaFromMem");
  private static final BlockOperation.Kind SCAN = plain("checkAndUpdate");
  private static final BlockOperation.Kind LAZY_PERSIST = ending("onCompleteLazyPersist");

  private final DatasetGuards guards;

  private interface IoCall<T> {
    T call() throws IOException;
  }

  private static BlockOperation.Kind plain(String name) {
    return new BlockOperation.Kind(name, false, true);
  }

  private static BlockOperation.Kind stopping(String name) {
    return new BlockOperation.Kind(name, true, true);
  }

  private static BlockOperation.Kind ending(String name) {
    return new BlockOperation.Kind(name, false, false);
  }

  private IndependentFsDataset(
      DataNode datanode, DataStorage storage, Configuration conf, DatasetGuards guards)
      throws IOException {
    super(datanode, storage, conf);
    this.guards = guards;
  }

  /**
   * Builds the dataset of a DataNode, whose lock manager is that of the guards already.
   *
   * @throws IOException if the volumes cannot be read or this Hadoop does not fit
   */
  public static FsDatasetSpi<FsVolumeImpl> create(
      DataNode datanode, DataStorage storage, Configuration conf, DatasetGuards guards)
      throws IOException {
    StockParts stock = new StockParts();
    stock.replaceIoEvents(
        datanode.getFileIoProvider(), new InFlightFileIoEvents(conf, guards.registry()));
    String tracker = DFSConfigKeys.DFS_DATANODE_RAM_DISK_REPLICA_TRACKER_KEY;
    if (conf.getTrimmed(tracker, "").isEmpty()) {
      conf.set(tracker, UnlockedRamDiskReplicaTracker.class.getName());
    }
    IndependentFsDataset dataset = new IndependentFsDataset(datanode, storage, conf, guards);
    boolean built = false;
    try {
      stock.guardVolumeChoice(dataset, guards.registry());
      dataset.watchNewVolumes();
      guards.start(datanode.getDatanodeUuid());
      built = true;
    } finally {
      if (!built) {
        dataset.shutdown();
      }
    }
    return dataset;
  }

  /** The locks and volume states of this dataset. */
  public DatasetGuards guards() {
    return guards;
  }

  private <T> T mutate(
      BlockOperation.Kind kind, String bpid, long blockId, boolean bounded, IoCall<T> call)
      throws IOException {
    InFlight running = guards.registry().begin(kind.name(), bpid, volumeOf(bpid, blockId), bounded);
    try {
      return locked(kind, bpid, blockId, call);
    } catch (BlockLockInterruptedException e) {
      throw e.toIoException();
    } finally {
      guards.registry().end(running);
    }
  }

  private <T> T locked(BlockOperation.Kind kind, String bpid, long blockId, IoCall<T> call)
      throws IOException {
    BlockOperation operation = lock(kind, bpid, blockId);
    try {
      return call.call();
    } finally {
      operation.close();
    }
  }

  /** For mutations that begin something on a replica that exists: not on a hung volume. */
  private <T> T mutateHealthy(BlockOperation.Kind kind, ExtendedBlock b, IoCall<T> call)
      throws IOException {
    VolumeState volume = volumeOf(b.getBlockPoolId(), b.getBlockId());
    if (volume != null && volume.isHung()) {
      throw new IOException(
          kind.name() + " of " + b + " refused: volume " + volume + " does not answer");
    }
    return mutate(kind, b.getBlockPoolId(), b.getBlockId(), true, call);
  }

  private <T> T create(BlockOperation.Kind kind, ExtendedBlock b, IoCall<T> call)
      throws IOException {
    InFlight running = guards.registry().begin(kind.name(), b.getBlockPoolId(), null, true);
    try (BlockOperation operation = lock(kind, b.getBlockPoolId(), b.getBlockId())) {
      try {
        return call.call();
      } finally {
        VolumeState volume = guards.registry().volumeOf(running);
        if (volume != null && kind.equals(CREATE_RBW)) {
          long waitMicros = operation.waitNanos() / 1_000;
          volume.metrics().addCreateRbw(micros(running) - waitMicros, waitMicros);
        }
      }
    } catch (BlockLockInterruptedException e) {
      throw e.toIoException();
    } finally {
      guards.registry().end(running);
    }
  }

  private static long micros(InFlight running) {
    return (System.nanoTime() - running.startNanos()) / 1_000;
  }

  private BlockOperation lock(BlockOperation.Kind kind, String bpid, long blockId) {
    return guards.locks().begin(kind, bpid, blockId, () -> hasOtherWriter(bpid, blockId));
  }

  private boolean hasOtherWriter(String bpid, long blockId) {
    ReplicaInfo replica = volumeMap.get(bpid, blockId);
    if (!(replica instanceof ReplicaInPipeline pipeline)) {
      return false;
    }
    Thread me = Thread.currentThread();
    // There is no getter; setting the writer to what it is tells whether it is that
    return !pipeline.attemptToSetWriter(null, null) && !pipeline.attemptToSetWriter(me, me);
  }

  private VolumeState volumeOf(String bpid, long blockId) {
    ReplicaInfo replica = volumeMap.get(bpid, blockId);
    FsVolumeSpi volume = replica == null ? null : replica.getVolume();
    return volume == null ? null : guards.registry().state(volume);
  }

  private <T> T read(String name, ExtendedBlock b, IoCall<T> call) throws IOException {
    VolumeState volume = volumeOf(b.getBlockPoolId(), b.getBlockId());
    if (volume != null && volume.isHungForReads()) {
      throw new IOException(name + " of " + b + " refused: " + volume + " does not answer");
    }
    InFlight running = guards.registry().begin(name, b.getBlockPoolId(), volume, true);
    try {
      return call.call();
    } finally {
      guards.registry().end(running);
    }
  }

  // Mutations of one block

  @Override
  public ReplicaHandler createRbw(
      StorageType storageType,
      String storageId,
      ExtendedBlock b,
      boolean allowLazyPersist,
      long newGS)
      throws IOException {
    StorageType type = ownType(storageType, storageId);
    return create(
        CREATE_RBW, b, () -> super.createRbw(type, storageId, b, allowLazyPersist, newGS));
  }

  @Override
  public ReplicaHandler createTemporary(
      StorageType storageType, String storageId, ExtendedBlock b, boolean isTransfer)
      throws IOException {
    StorageType type = ownType(storageType, storageId);
    return create(
        CREATE_TEMPORARY, b, () -> createTemporaryOrRetry(type, storageId, b, isTransfer));
  }

  private ReplicaHandler createTemporaryOrRetry(
      StorageType type, String storageId, ExtendedBlock b, boolean isTransfer) throws IOException {
    try {
      return super.createTemporary(type, storageId, b, isTransfer);
    } catch (NullPointerException e) {
      if (volumeMap.get(b.getBlockPoolId(), b.getBlockId()) != null) {
        throw e;
      }
      // The writer that was stopped took its replica away, and stock looks at what is gone
      return super.createTemporary(type, storageId, b, isTransfer);
    }
  }

  /** A stock peer asks by the alias of a custom type; the storage id tells which type it is. */
  private StorageType ownType(StorageType asked, String storageId) {
    if (storageId == null || storageId.isEmpty()) {
      return asked;
    }
    for (FsVolumeImpl volume : getVolumeList()) {
      if (volume.getStorageID().equals(storageId)) {
        StorageType own = volume.getStorageType();
        return StorageTypeParser.STOCK_NAMES.contains(own.name()) ? asked : own;
      }
    }
    return asked;
  }

  @Override
  public ReplicaHandler append(ExtendedBlock b, long newGS, long expectedBlockLen)
      throws IOException {
    return mutateHealthy(APPEND, b, () -> super.append(b, newGS, expectedBlockLen));
  }

  @Override
  public ReplicaHandler recoverAppend(ExtendedBlock b, long newGS, long expectedBlockLen)
      throws IOException {
    return mutateHealthy(RECOVER_APPEND, b, () -> super.recoverAppend(b, newGS, expectedBlockLen));
  }

  @Override
  public Replica recoverClose(ExtendedBlock b, long newGS, long expectedBlockLen)
      throws IOException {
    return mutateHealthy(RECOVER_CLOSE, b, () -> super.recoverClose(b, newGS, expectedBlockLen));
  }

  @Override
  public ReplicaHandler recoverRbw(
      ExtendedBlock b, long newGS, long minBytesRcvd, long maxBytesRcvd) throws IOException {
    return mutateHealthy(
        RECOVER_RBW, b, () -> super.recoverRbw(b, newGS, minBytesRcvd, maxBytesRcvd));
  }

  @Override
  public ReplicaInPipeline convertTemporaryToRbw(ExtendedBlock b) throws IOException {
    return mutate(
        CONVERT, b.getBlockPoolId(), b.getBlockId(), false, () -> super.convertTemporaryToRbw(b));
  }

  @Override
  public void finalizeBlock(ExtendedBlock b, boolean fsyncDir) throws IOException {
    mutate(
        FINALIZE,
        b.getBlockPoolId(),
        b.getBlockId(),
        false,
        () -> {
          VolumeState volume = volumeOf(b.getBlockPoolId(), b.getBlockId());
          try {
            super.finalizeBlock(b, fsyncDir);
          } finally {
            addFinalizeTime(volume);
          }
          return null;
        });
  }

  private void addFinalizeTime(VolumeState volume) {
    InFlight running = guards.registry().current();
    BlockOperation operation = guards.locks().current();
    if (volume != null && running != null && operation != null) {
      long waitMicros = operation.waitNanos() / 1_000;
      volume.metrics().addFinalizeBlock(micros(running) - waitMicros, waitMicros);
    }
  }

  @Override
  public void unfinalizeBlock(ExtendedBlock b) throws IOException {
    mutate(
        UNFINALIZE,
        b.getBlockPoolId(),
        b.getBlockId(),
        false,
        () -> {
          super.unfinalizeBlock(b);
          return null;
        });
  }

  @Override
  public ReplicaRecoveryInfo initReplicaRecovery(RecoveringBlock rBlock) throws IOException {
    return mutateHealthy(INIT_RECOVERY, rBlock.getBlock(), () -> super.initReplicaRecovery(rBlock));
  }

  @Override
  public Replica updateReplicaUnderRecovery(
      ExtendedBlock oldBlock, long recoveryId, long newBlockId, long newLength) throws IOException {
    return mutateHealthy(
        UPDATE_RECOVERY,
        oldBlock,
        () -> super.updateReplicaUnderRecovery(oldBlock, recoveryId, newBlockId, newLength));
  }

  @Override
  public void invalidateMissingBlock(String bpid, Block block) {
    quietly(
        MISSING,
        bpid,
        block.getBlockId(),
        () -> {
          super.invalidateMissingBlock(bpid, block);
          return null;
        });
  }

  @Override
  boolean removeReplicaFromMem(ExtendedBlock block, FsVolumeImpl volume) {
    return quietly(
        REMOVE,
        block.getBlockPoolId(),
        block.getBlockId(),
        () -> super.removeReplicaFromMem(block, volume));
  }

  @Override
  public void onCompleteLazyPersist(
      String bpId, long blockId, long creationTime, File[] savedFiles, FsVolumeImpl targetVolume) {
    quietly(
        LAZY_PERSIST,
        bpId,
        blockId,
        () -> {
          super.onCompleteLazyPersist(bpId, blockId, creationTime, savedFiles, targetVolume);
          return null;
        });
  }

  /** For mutations that cannot be refused and do not throw. */
  private <T> T quietly(BlockOperation.Kind kind, String bpid, long blockId, IoCall<T> call) {
    try {
      return mutate(kind, bpid, blockId, false, call);
    } catch (IOException e) {
      throw new IllegalStateException(kind.name() + " neither waits interruptibly nor throws", e);
    }
  }

  @Override
  public void checkAndUpdate(String bpid, ScanInfo scanInfo) throws IOException {
    mutate(
        SCAN,
        bpid,
        scanInfo.getBlockId(),
        false,
        () -> {
          super.checkAndUpdate(bpid, scanInfo);
          return null;
        });
  }

  // Moves between the volumes of this node

  @Override
  public ReplicaInfo moveBlockAcrossStorage(
      ExtendedBlock block, StorageType targetStorageType, String targetStorageId)
      throws IOException {
    StorageType type = ownType(targetStorageType, targetStorageId);
    return mutateHealthy(
        MOVE, block, () -> super.moveBlockAcrossStorage(block, type, targetStorageId));
  }

  @Override
  public ReplicaInfo moveBlockAcrossVolumes(ExtendedBlock block, FsVolumeSpi destination)
      throws IOException {
    VolumeState target = guards.registry().state(destination);
    if (target.isHung()) {
      throw new IOException("move of " + block + " refused: " + target + " does not answer");
    }
    return mutateHealthy(MOVE, block, () -> super.moveBlockAcrossVolumes(block, destination));
  }

  @Override
  ReplicaInfo copyReplicaToVolume(
      ExtendedBlock block, ReplicaInfo replicaInfo, FsVolumeReference volumeRef)
      throws IOException {
    return unlocked(
        block, replicaInfo, () -> super.copyReplicaToVolume(block, replicaInfo, volumeRef));
  }

  @Override
  ReplicaInfo moveReplicaToVolumeOnSameMount(
      ExtendedBlock block, ReplicaInfo replicaInfo, FsVolumeReference volumeRef)
      throws IOException {
    return unlocked(
        block,
        replicaInfo,
        () -> super.moveReplicaToVolumeOnSameMount(block, replicaInfo, volumeRef));
  }

  /** Copies without the block's lock, which appends and deletions need not wait for. */
  private ReplicaInfo unlocked(ExtendedBlock block, ReplicaInfo source, IoCall<ReplicaInfo> copying)
      throws IOException {
    BlockOperation operation = guards.locks().current();
    if (operation == null) {
      return copying.call();
    }
    ReplicaInfo copy = null;
    boolean same = false;
    operation.pause();
    try {
      copy = copying.call();
      operation.resume();
      same = isStill(source, block);
    } finally {
      if (copy != null && !same) {
        copy.deleteBlockData();
        copy.deleteMetadata();
      }
    }
    if (!same) {
      throw new IOException("Move of " + block + " given up: it was changed while it was copied");
    }
    return copy;
  }

  @SuppressWarnings("ReferenceEquality") // equal means the same block id, not the same replica
  private boolean isStill(ReplicaInfo replica, ExtendedBlock block) {
    return volumeMap.get(block.getBlockPoolId(), block.getBlockId()) == replica;
  }

  @Override
  void finalizeNewReplica(ReplicaInfo newReplicaInfo, ExtendedBlock block) throws IOException {
    mutate(
        FINALIZE,
        block.getBlockPoolId(),
        block.getBlockId(),
        false,
        () -> {
          super.finalizeNewReplica(newReplicaInfo, block);
          return null;
        });
  }

  // Reads: no lock, but they count, and too many are refused

  @Override
  public InputStream getBlockInputStream(ExtendedBlock b, long seekOffset) throws IOException {
    return read("getBlockInputStream", b, () -> super.getBlockInputStream(b, seekOffset));
  }

  @Override
  public ReplicaInputStreams getTmpInputStreams(ExtendedBlock b, long blkOffset, long metaOffset)
      throws IOException {
    return read("getTmpInputStreams", b, () -> super.getTmpInputStreams(b, blkOffset, metaOffset));
  }

  @Override
  public LengthInputStream getMetaDataInputStream(ExtendedBlock b) throws IOException {
    return read("getMetaDataInputStream", b, () -> super.getMetaDataInputStream(b));
  }

  // What heartbeats and commands of the NameNode call

  /**
   * Looks at the files with limited patience: the NameNode's commands for other volumes come
   * through the same thread. No answer is taken for a good one, since a bad one would be reported
   * as a corrupt replica; the transfer that follows finds out.
   */
  @Override
  public void checkBlock(ExtendedBlock b, long minLength, ReplicaState state) throws IOException {
    patiently(
        "checkBlock of " + b,
        () -> {
          super.checkBlock(b, minLength, state);
          return null;
        });
  }

  @Override
  public void clearTrash(String bpid) {
    try {
      patiently(
          "clearTrash of " + bpid,
          () -> {
            super.clearTrash(bpid);
            return null;
          });
    } catch (IOException e) {
      LOG.warn("Clearing the trash of {} was interrupted", bpid, e);
    }
  }

  @Override
  public void setRollingUpgradeMarker(String bpid) throws IOException {
    patiently(
        "setRollingUpgradeMarker of " + bpid,
        () -> {
          super.setRollingUpgradeMarker(bpid);
          return null;
        });
  }

  @Override
  public void clearRollingUpgradeMarker(String bpid) throws IOException {
    patiently(
        "clearRollingUpgradeMarker of " + bpid,
        () -> {
          super.clearRollingUpgradeMarker(bpid);
          return null;
        });
  }

  private void patiently(String what, IoCall<?> call) throws IOException {
    if (!guards.commands().call(call::call)) {
      LOG.warn("{} goes on without its caller: a volume does not answer in time", what);
    }
  }

  /** Caches on the volumes' own threads, since a block may be locked by I/O on its volume. */
  @Override
  public void cache(String bpid, long[] blockIds) {
    for (long blockId : blockIds) {
      ReplicaInfo replica = volumeMap.get(bpid, blockId);
      FsVolumeSpi volume = replica == null ? null : replica.getVolume();
      Executor executor = volume instanceof FsVolumeImpl local ? local.getCacheExecutor() : null;
      if (executor == null) {
        super.cache(bpid, new long[] {blockId});
        continue;
      }
      try {
        executor.execute(() -> super.cache(bpid, new long[] {blockId}));
      } catch (RejectedExecutionException e) {
        LOG.warn("Block {} is not cached: volume {} is closed", blockId, volume);
      }
    }
  }

  /** Evicts on a thread of its own; a writer to RAM waits for the disk with limited patience. */
  @Override
  public void evictLazyPersistBlocks(long bytesNeeded) {
    try {
      guards
          .evictor()
          .call(
              () -> {
                super.evictLazyPersistBlocks(bytesNeeded);
                return null;
              });
    } catch (IOException e) {
      LOG.info("Eviction of {} bytes goes on without its caller", bytesNeeded, e);
    }
  }

  // Pools and volumes come and go

  @Override
  public void addBlockPool(String bpid, Configuration conf) throws IOException {
    guards.registry().gate().closePool(bpid);
    try {
      drainPool(bpid);
      super.addBlockPool(bpid, conf);
    } finally {
      guards.registry().gate().openPool(bpid);
    }
  }

  @Override
  public void shutdownBlockPool(String bpid) {
    guards.registry().gate().closePool(bpid);
    drainPool(bpid);
    super.shutdownBlockPool(bpid);
  }

  @Override
  public void deleteBlockPool(String bpid, boolean force) throws IOException {
    guards.registry().gate().closePool(bpid);
    List<InFlight> running = drainPool(bpid);
    if (!running.isEmpty()) {
      throw new IOException("Block pool " + bpid + " cannot be deleted, still running: " + running);
    }
    super.deleteBlockPool(bpid, force);
  }

  private List<InFlight> drainPool(String bpid) {
    try {
      List<InFlight> running = guards.registry().gate().drainPool(bpid, guards.drainTimeoutMs());
      if (!running.isEmpty()) {
        LOG.warn("Block pool {} is closed while these run: {}", bpid, running);
      }
      return running;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  @Override
  public void addVolume(StorageLocation location, List<NamespaceInfo> nsInfos) throws IOException {
    super.addVolume(location, nsInfos);
    watchNewVolumes();
  }

  @Override
  public void removeVolumes(Collection<StorageLocation> storageLocsToRemove, boolean clearFailure) {
    List<String> removed = new ArrayList<>();
    for (FsVolumeImpl volume : getVolumeList()) {
      if (storageLocsToRemove.contains(volume.getStorageLocation())) {
        removed.add(volume.getStorageID());
      }
    }
    removed.forEach(guards.registry().gate()::closeVolume);
    try {
      for (String storageId : removed) {
        drainVolume(storageId);
      }
      super.removeVolumes(storageLocsToRemove, clearFailure);
      removed.forEach(guards::forget);
    } finally {
      removed.forEach(guards.registry().gate()::openVolume);
    }
  }

  @Override
  public void handleVolumeFailures(Set<FsVolumeSpi> failedVolumes) {
    super.handleVolumeFailures(failedVolumes);
    for (FsVolumeSpi volume : failedVolumes) {
      guards.forget(volume.getStorageID());
    }
  }

  /** Stops twice: operations that run during the first time may add writers after it. */
  @Override
  void stopAllDataxceiverThreads(FsVolumeImpl volume) {
    super.stopAllDataxceiverThreads(volume);
    drainVolume(volume.getStorageID());
    super.stopAllDataxceiverThreads(volume);
  }

  private void drainVolume(String storageId) {
    try {
      List<InFlight> running =
          guards.registry().gate().drainVolume(storageId, guards.drainTimeoutMs());
      if (!running.isEmpty()) {
        LOG.warn("Volume {} is closed while these run: {}", storageId, running);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void watchNewVolumes() throws IOException {
    StockParts stock = new StockParts();
    for (FsVolumeImpl volume : getVolumeList()) {
      DF space = stock.space(volume);
      // A PROVIDED volume has no file system to ask
      if (space != null) {
        stock.replaceSpace(volume, guards.watch(volume, space));
      }
    }
  }

  @Override
  public void shutdown() {
    super.shutdown();
    guards.close();
  }
}
