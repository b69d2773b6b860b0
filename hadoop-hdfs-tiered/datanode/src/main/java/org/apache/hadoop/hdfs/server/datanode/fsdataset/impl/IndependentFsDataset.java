package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocol.BlockLocalPathInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.apache.hadoop.hdfs.server.datanode.FetchedCommands;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.RepeatedRecovery;
import org.apache.hadoop.hdfs.server.datanode.Replica;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.apache.hadoop.hdfs.server.datanode.TypeScanRates;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeReference;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi.ScanInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.LengthInputStream;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaInputStreams;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.hdfs.server.protocol.ReplicaRecoveryInfo;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.cluster.PeerView;
import org.tieredhdfs.hdfs.datanode.conf.DatanodeKeys;
import org.tieredhdfs.hdfs.datanode.guard.DatasetGuards;
import org.tieredhdfs.hdfs.datanode.report.VolumeReporter;
import org.tieredhdfs.hdfs.datanode.volume.VolumeProfiles;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.health.PatientCaller;
import org.tieredhdfs.hdfs.datanode.volume.io.ChecksumStream;
import org.tieredhdfs.hdfs.limit.TypeLimits;
import org.tieredhdfs.hdfs.profile.DatanodeProfiles;
import org.tieredhdfs.hdfs.profile.ProfileUser;
import org.tieredhdfs.hdfs.transfer.DescriptorGuard;
import org.tieredhdfs.hdfs.transfer.Transfers;

/**
 * A dataset in which an operation on one volume never waits for I/O on another, and heartbeats and
 * block reports never wait for I/O at all.
 *
 * <p>Every override wraps and calls {@code super}; none does what stock does, but for {@link
 * #handleVolumeFailures} and {@link #adjustCrcChannelPosition}. {@code docs/architecture.md}
 * describes their assumptions.
 *
 * <p>What changes a replica holds its block's lock. createTemporary, recoverRbw, recoverAppend,
 * recoverClose and initReplicaRecovery give it up while they join the writer that they stop; moves
 * while they copy: if the replica is another one afterwards, the copy is thrown away. The lazy
 * writer and evictions from RAM_DISK get it from the lock manager where they take the pool's, see
 * {@link UnlockedRamDiskReplicaTracker}. addBlockPool, shutdownBlockPool and deleteBlockPool close
 * the gate for the pool. removeVolumes and handleVolumeFailures take volumes whose references are
 * not given out any more; what was given out before adds no replica, see {@link NewestReplicaMap}.
 * addVolume excludes nothing: its replicas enter the map one by one, see {@link PoolsAndVolumes}.
 * Nor does the copy that a truncation makes under a new id, which nobody knows yet.
 */
public class IndependentFsDataset extends FsDatasetImpl implements ProfileUser, DescriptorGuard {
  private static final Executor HERE = Runnable::run;

  private final DatasetGuards guards;
  private final FileIoProvider files;
  private final DatasetOperations operations;
  private final FetchedCommands commands;
  private final PoolsAndVolumes poolsAndVolumes;
  private final BlockCopies copies;
  private final NewestReplicaMap replicas;
  private final OrderedDeletions deletions;
  private final DuplicateReplicas duplicates;
  private final HalfFinalized halfFinalized;
  private final TornTail tornTail;
  private final TornReplicas tornReplicas;
  private final DurableReplicas durable;
  private final TypeScanRates scanRates;
  private final VolumeReporter reporter;
  private final PeerView peers;
  private volatile @Nullable VolumeProfiles shown;
  private final ReentrantLock memory = new ReentrantLock(true);

  private IndependentFsDataset(
      DataNode datanode,
      DataStorage storage,
      Configuration conf,
      DatasetGuards guards,
      FetchedCommands commands)
      throws IOException {
    super(datanode, storage, conf);
    StockParts stock = new StockParts();
    StockParts.nameNoLocks(this);
    NewestReplicaMap replicas = stock.keepNewestReplicas(this);
    this.files = datanode.getFileIoProvider();
    this.guards = guards;
    this.commands = commands;
    this.durable = new DurableReplicas(replicas, files, guards);
    this.scanRates = new TypeScanRates(datanode);
    RepeatedRecovery.install(datanode);
    this.reporter = VolumeReporter.of(datanode, guards.registry());
    this.peers = PeerView.of(datanode);
    this.operations =
        new DatasetOperations(
            guards,
            replicas,
            durable,
            conf.getInt(
                DFSConfigKeys.DFS_DATANODE_HANDLER_COUNT_KEY,
                DFSConfigKeys.DFS_DATANODE_HANDLER_COUNT_DEFAULT));
    this.poolsAndVolumes =
        new PoolsAndVolumes(this, stock.unwaitingVolumes(this), replicas, guards);
    this.copies =
        new BlockCopies(guards, volumeMap, files, durable, DatanodeKeys.MOVE_SYNC.getBoolean(conf));
    this.duplicates = new DuplicateReplicas(volumeMap, files);
    this.tornTail = new TornTail(volumeMap);
    long callMs = datanode.getDnConf().getSocketTimeout();
    this.tornReplicas =
        new TornReplicas(volumeMap, files, (long) (callMs * TornReplicas.READ_SHARE));
    this.halfFinalized = new HalfFinalized(volumeMap, files);
    this.replicas = replicas;
    this.deletions = new OrderedDeletions(replicas);
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
    FetchedCommands commands = new FetchedCommands(datanode);
    String tracker = DFSConfigKeys.DFS_DATANODE_RAM_DISK_REPLICA_TRACKER_KEY;
    String stockTracker = RamDiskReplicaLruTracker.class.getName();
    if (conf.getTrimmed(tracker, stockTracker).equals(stockTracker)) {
      conf.set(tracker, UnlockedRamDiskReplicaTracker.class.getName());
    }
    IndependentFsDataset dataset =
        new IndependentFsDataset(datanode, storage, conf, guards, commands);
    try {
      stock.guardVolumeChoice(dataset, guards);
      stock.watchSpace(dataset.getVolumeList(), guards);
      dataset.scanRates.apply();
      guards
          .slots()
          .serve(
              datanode::getShortCircuitRegistry,
              id -> dataset.operations.placeOf(id.getBlockPoolId(), id.getBlockId()));
      guards.start(datanode.getDatanodeUuid());
      dataset.shown =
          new VolumeProfiles(
              datanode.getDatanodeUuid(), guards.registry(), DatanodeProfiles.of(datanode));
      return dataset;
    } catch (IOException | RuntimeException | Error e) {
      dataset.shutdown();
      throw e;
    }
  }

  /** The locks and volume states of this dataset. */
  public DatasetGuards guards() {
    return guards;
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
    StorageType type = AliasedStorageType.of(getVolumeList(), storageType, storageId);
    return operations.create(
        Mutations.CREATE_RBW,
        b,
        () ->
            FullTypeFallback.orElsewhere(
                type,
                this,
                b,
                there -> super.createRbw(there, storageId, b, allowLazyPersist, newGS)));
  }

  @Override
  public ReplicaHandler createTemporary(
      StorageType storageType, String storageId, ExtendedBlock b, boolean isTransfer)
      throws IOException {
    StorageType type = AliasedStorageType.of(getVolumeList(), storageType, storageId);
    boolean mayReplace = isTransfer || (tornReplicas.isLeftOut(b) && !operations.isStuck(b));
    return operations.create(
        Mutations.CREATE_TEMPORARY,
        b,
        () ->
            FullTypeFallback.orElsewhere(
                type, this, b, there -> createTemporaryOrRetry(there, storageId, b, mayReplace)));
  }

  private ReplicaHandler createTemporaryOrRetry(
      StorageType type, String storageId, ExtendedBlock b, boolean isTransfer) throws IOException {
    try {
      return super.createTemporary(type, storageId, b, isTransfer);
    } catch (NullPointerException e) {
      if (volumeMap.get(b.getBlockPoolId(), b.getBlockId()) != null) {
        throw e;
      }
      // The stopped writer removed its replica, which stock code then dereferences: try again
      return super.createTemporary(type, storageId, b, isTransfer);
    }
  }

  @Override
  public ReplicaHandler append(ExtendedBlock b, long newGS, long expectedBlockLen)
      throws IOException {
    return operations.reopen(Mutations.APPEND, b, () -> super.append(b, newGS, expectedBlockLen));
  }

  @Override
  public ReplicaHandler recoverAppend(ExtendedBlock b, long newGS, long expectedBlockLen)
      throws IOException {
    return operations.reopen(
        Mutations.RECOVER_APPEND, b, () -> super.recoverAppend(b, newGS, expectedBlockLen));
  }

  @Override
  public Replica recoverClose(ExtendedBlock b, long newGS, long expectedBlockLen)
      throws IOException {
    return durable.changing(
        b,
        b.getBlockId(),
        () ->
            operations.begin(
                Mutations.RECOVER_CLOSE,
                b,
                () -> {
                  halfFinalized.undo(b);
                  return halfFinalized.completely(
                      b, () -> super.recoverClose(b, newGS, expectedBlockLen));
                }));
  }

  @Override
  public ReplicaHandler recoverRbw(
      ExtendedBlock b, long newGS, long minBytesRcvd, long maxBytesRcvd) throws IOException {
    return operations.reopen(
        Mutations.RECOVER_RBW,
        b,
        () -> {
          halfFinalized.undo(b);
          return super.recoverRbw(b, newGS, minBytesRcvd, maxBytesRcvd);
        });
  }

  /** With a call less than stock's, which pays for part of a sync's note. */
  @Override
  public void adjustCrcChannelPosition(ExtendedBlock b, ReplicaOutputStreams out, int checksumSize)
      throws IOException {
    if (out.getChecksumOut() instanceof ChecksumStream sums) {
      sums.goBack(checksumSize);
    } else {
      super.adjustCrcChannelPosition(b, out, checksumSize);
    }
  }

  @Override
  public ReplicaInPipeline convertTemporaryToRbw(ExtendedBlock b) throws IOException {
    return durable.changing(
        b,
        b.getBlockId(),
        () ->
            operations.endWith(
                Mutations.CONVERT,
                b,
                () -> {
                  makeWay(b);
                  return durable.noted(
                      b.getBlockPoolId(),
                      super.convertTemporaryToRbw(b),
                      !Transfers.isOfUnsyncedReplica());
                }));
  }

  /** A replica from another node may arrive where an older one was left. */
  private void makeWay(ExtendedBlock b) throws IOException {
    ReplicaInfo replica = volumeMap.get(b.getBlockPoolId(), b.getBlockId());
    if (replica != null && replica.getState() == ReplicaState.TEMPORARY) {
      duplicates.makeWay(b.getBlockPoolId(), replica);
    }
  }

  @Override
  public void finalizeBlock(ExtendedBlock b, boolean fsyncDir) throws IOException {
    // Stock code would sync while it holds the block's lock
    durable.finalizing(
        b,
        fsyncDir,
        () ->
            operations.finish(
                b,
                () ->
                    halfFinalized.completely(
                        b,
                        () -> {
                          makeWay(b);
                          super.finalizeBlock(b, false);
                          return true;
                        })));
  }

  @Override
  public void unfinalizeBlock(ExtendedBlock b) throws IOException {
    operations.end(Mutations.UNFINALIZE, b, () -> super.unfinalizeBlock(b));
  }

  @Override
  public ReplicaRecoveryInfo initReplicaRecovery(RecoveringBlock rBlock) throws IOException {
    ExtendedBlock b = rBlock.getBlock();
    TornReplicas.Finding finding =
        operations.prepare(Mutations.INIT_RECOVERY, b, () -> tornReplicas.read(b));
    return operations.begin(
        Mutations.INIT_RECOVERY,
        b,
        () -> {
          halfFinalized.undo(b);
          tornReplicas.note(b, finding);
          ReplicaRecoveryInfo all = tornReplicas.again(b, rBlock.getNewGenerationStamp());
          if (all == null) {
            all = tornTail.recover(b, () -> super.initReplicaRecovery(rBlock));
          }
          return all == null ? null : tornReplicas.told(rBlock, all);
        });
  }

  @Override
  public Replica updateReplicaUnderRecovery(
      ExtendedBlock oldBlock, long recoveryId, long newBlockId, long newLength) throws IOException {
    return durable.changing(
        oldBlock,
        newBlockId,
        () ->
            operations.begin(
                Mutations.UPDATE_RECOVERY,
                oldBlock,
                () ->
                    halfFinalized.completely(
                        oldBlock,
                        () ->
                            super.updateReplicaUnderRecovery(
                                tornReplicas.requireSound(oldBlock, newLength),
                                recoveryId,
                                newBlockId,
                                newLength))));
  }

  /**
   * Only what is missing still: Hadoop 3.4 fails on a replica that was deleted meanwhile, and the
   * reader that found it missing then never gives its volume back, which cannot be removed any
   * more.
   */
  @Override
  public void invalidateMissingBlock(String bpid, Block block) {
    operations.endQuietly(
        Mutations.MISSING,
        new ExtendedBlock(bpid, block),
        () -> {
          ReplicaInfo replica = volumeMap.get(bpid, block);
          if (replica != null && !(replica.blockDataExists() && replica.metadataExists())) {
            super.invalidateMissingBlock(bpid, block);
          }
          return true;
        });
  }

  @Override
  public void invalidate(String bpid, Block[] invalidBlks) throws IOException {
    Map<Executor, List<Block>> byVolume =
        Arrays.stream(invalidBlks)
            .collect(Collectors.groupingBy(block -> deletersOf(volumeMap.get(bpid, block))));
    ConsumerRaisingIOE<Block> deletion = block -> super.invalidate(bpid, new Block[] {block});
    List<OrderedDeletions.Batch> here = new ArrayList<>();
    byVolume.forEach(
        (threads, blocks) -> {
          OrderedDeletions.Batch batch = deletions.order(bpid, blocks);
          if (threads == HERE) {
            here.add(batch);
          } else if (!execute(threads, () -> batch.delete(deletion))) {
            batch.letGo();
          }
        });
    for (OrderedDeletions.Batch batch : here) {
      batch.delete(deletion);
    }
  }

  /**
   * The thread on which a replica's volume is told to delete it, as stock looks at the file before;
   * not those that cache blocks, which may take long. That of the caller if the volume is memory or
   * there is no replica.
   */
  private Executor deletersOf(@Nullable ReplicaInfo replica) {
    return threadsOf(replica) == HERE || replica == null
        ? HERE
        : guards.queueOf(replica.getVolume(), "deletions");
  }

  @Override
  public void cache(String bpid, long[] blockIds) {
    for (long blockId : blockIds) {
      // One that is not taken is ordered again
      boolean unused =
          execute(
              threadsOf(volumeMap.get(bpid, blockId)),
              () -> super.cache(bpid, new long[] {blockId}));
    }
  }

  /**
   * The threads of a replica's volume, on which stock may look at its file, as it does for each
   * URI; those of the caller if the volume is memory or there is no replica.
   */
  private static Executor threadsOf(@Nullable ReplicaInfo replica) {
    Executor own =
        replica != null && replica.getVolume() instanceof FsVolumeImpl volume
            ? volume.getCacheExecutor()
            : null;
    return own == null ? HERE : own;
  }

  /** Whether the threads take the work. */
  private static boolean execute(Executor threads, DatasetOperations.Action action) {
    try {
      threads.execute(
          () -> {
            try {
              action.run();
            } catch (IOException e) {
              LOG.warn("A NameNode command failed", e);
            }
          });
      return true;
    } catch (RejectedExecutionException e) {
      LOG.warn("Ignoring a NameNode command: its volume is closed or has too many", e);
      return false;
    }
  }

  @Override
  boolean removeReplicaFromMem(ExtendedBlock block, FsVolumeImpl volume) {
    try {
      return operations.endQuietly(
          Mutations.REMOVE, block, () -> super.removeReplicaFromMem(block, volume));
    } finally {
      deletions.ended(block);
    }
  }

  @Override
  public void onCompleteLazyPersist(
      String bpId, long blockId, long creationTime, File[] savedFiles, FsVolumeImpl targetVolume) {
    operations.endQuietly(
        Mutations.LAZY_PERSIST,
        new ExtendedBlock(bpId, blockId),
        () -> {
          super.onCompleteLazyPersist(bpId, blockId, creationTime, savedFiles, targetVolume);
          return true;
        });
  }

  @Override
  public void checkAndUpdate(String bpid, ScanInfo scanInfo) throws IOException {
    operations.end(
        Mutations.SCAN,
        new ExtendedBlock(bpid, scanInfo.getBlockId()),
        () -> {
          if (!duplicates.resolve(bpid, scanInfo)) {
            super.checkAndUpdate(bpid, scanInfo);
          }
        });
  }

  // Moves between the volumes of this node

  @Override
  public ReplicaInfo moveBlockAcrossStorage(
      ExtendedBlock block, StorageType targetStorageType, String targetStorageId)
      throws IOException {
    StorageType type = AliasedStorageType.of(getVolumeList(), targetStorageType, targetStorageId);
    return operations.begin(
        Mutations.MOVE, block, () -> super.moveBlockAcrossStorage(block, type, targetStorageId));
  }

  @Override
  public ReplicaInfo moveBlockAcrossVolumes(ExtendedBlock block, FsVolumeSpi destination)
      throws IOException {
    VolumeState target = guards.registry().state(destination);
    if (target.judgement().isHidden()) {
      throw new IOException("move of " + block + " refused: " + target + " does not answer");
    }
    return operations.begin(
        Mutations.MOVE, block, () -> super.moveBlockAcrossVolumes(block, destination));
  }

  @Override
  ReplicaInfo copyReplicaToVolume(ExtendedBlock block, ReplicaInfo source, FsVolumeReference target)
      throws IOException {
    return copies.copy(
        block, source, target, () -> super.copyReplicaToVolume(block, source, target));
  }

  @Override
  ReplicaInfo moveReplicaToVolumeOnSameMount(
      ExtendedBlock block, ReplicaInfo source, FsVolumeReference target) throws IOException {
    return copies.copy(
        block, source, target, () -> super.moveReplicaToVolumeOnSameMount(block, source, target));
  }

  @Override
  void finalizeNewReplica(ReplicaInfo newReplicaInfo, ExtendedBlock block) throws IOException {
    operations.end(
        Mutations.FINALIZE,
        block,
        () ->
            copies.name(
                block,
                () -> {
                  duplicates.makeWay(block.getBlockPoolId(), newReplicaInfo);
                  super.finalizeNewReplica(newReplicaInfo, block);
                  operations.requireServed(block.getBlockPoolId(), newReplicaInfo);
                }));
  }

  // Reads take no lock, but are counted and limited

  @Override
  public InputStream getBlockInputStream(ExtendedBlock b, long seekOffset) throws IOException {
    return operations.read(
        "getBlockInputStream", b, () -> super.getBlockInputStream(b, seekOffset));
  }

  @Override
  public ReplicaInputStreams getTmpInputStreams(ExtendedBlock b, long blkOffset, long metaOffset)
      throws IOException {
    return operations.read(
        "getTmpInputStreams", b, () -> super.getTmpInputStreams(b, blkOffset, metaOffset));
  }

  @Override
  public LengthInputStream getMetaDataInputStream(ExtendedBlock b) throws IOException {
    return operations.read("getMetaDataInputStream", b, () -> super.getMetaDataInputStream(b));
  }

  @Override
  public BlockLocalPathInfo getBlockLocalPathInfo(ExtendedBlock b) throws IOException {
    return operations.read("getBlockLocalPathInfo", b, () -> super.getBlockLocalPathInfo(b));
  }

  @Override
  public @Nullable String refusal(ExtendedBlock block) {
    return operations.refusalOfDescriptors(block);
  }

  // Called by heartbeats, block reports and commands of the NameNode

  /** After the commands received before it, so that it contains no replica about to be deleted. */
  @Override
  public Map<DatanodeStorage, BlockListAsLongs> getBlockReports(String bpid) {
    try {
      commands.awaitBeforeReport(bpid, guards.patienceMs);
    } catch (IOException e) {
      // The block report code expects such exceptions and retries; the method declares none
      throw ExceptionUtils.<RuntimeException>rethrow(e);
    }
    deletions.forgetOthers();
    return deletions.isEmpty()
        ? super.getBlockReports(bpid)
        : replicas.without(deletions.ordered(bpid), () -> super.getBlockReports(bpid));
  }

  /**
   * Looks at the files with limited patience: the NameNode's commands for other volumes come
   * through the same thread. No answer is taken for a good one, since a bad one would be reported
   * as a corrupt replica; the transfer that follows finds out.
   */
  @Override
  public void checkBlock(ExtendedBlock b, long minLength, ReplicaState state) throws IOException {
    ReplicaInfo replica = volumeMap.get(b.getBlockPoolId(), b.getLocalBlock());
    if (replica == null || replica.getState() != state) {
      // Refuses it without I/O
      super.checkBlock(b, minLength, state);
    } else {
      patiently(
          replica.getStorageUuid(),
          "checkBlock of " + b,
          () -> super.checkBlock(b, minLength, state));
    }
  }

  /** After the trash of an earlier upgrade was cleared, which would take this one's with it. */
  @Override
  public void enableTrash(String bpid) {
    try {
      while (guards.commands().isLate("trash of " + bpid)) {
        Thread.sleep(guards.patienceMs);
      }
      super.enableTrash(bpid);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void clearTrash(String bpid) {
    try {
      patiently("trash of " + bpid, "clearTrash of " + bpid, () -> super.clearTrash(bpid));
    } catch (IOException e) {
      LOG.warn("Interrupted while clearing the trash of {}", bpid, e);
    }
  }

  @Override
  public void setRollingUpgradeMarker(String bpid) throws IOException {
    patiently(
        bpid, "setRollingUpgradeMarker of " + bpid, () -> super.setRollingUpgradeMarker(bpid));
  }

  @Override
  public void clearRollingUpgradeMarker(String bpid) throws IOException {
    patiently(
        bpid, "clearRollingUpgradeMarker of " + bpid, () -> super.clearRollingUpgradeMarker(bpid));
  }

  @Override
  public StorageReport[] getStorageReports(String bpid) throws IOException {
    peers.ask(bpid);
    return reporter.withHealth(super.getStorageReports(bpid));
  }

  private void patiently(Object subject, String what, PatientCaller.Action action)
      throws IOException {
    if (!guards.commands().call(subject, action)) {
      LOG.warn("{}: continuing in the background, a volume does not answer in time", what);
    }
  }

  /**
   * One writer after the other, in the order in which they came: what one of them has evicted is
   * not for another. A writer waits for the disk with limited patience, and not at all while an
   * eviction is late.
   */
  @Override
  boolean reserveLockedMemory(long bytesNeeded) {
    memory.lock();
    try {
      return super.reserveLockedMemory(bytesNeeded);
    } finally {
      memory.unlock();
    }
  }

  @Override
  public void evictLazyPersistBlocks(long bytesNeeded) {
    try {
      guards.commands().call(memory, () -> super.evictLazyPersistBlocks(bytesNeeded));
    } catch (IOException e) {
      LOG.info("Eviction of {} bytes continues in the background", bytesNeeded, e);
    }
  }

  // Block pools and volumes: adding and removing

  @Override
  public void addBlockPool(String bpid, Configuration conf) throws IOException {
    poolsAndVolumes.addPool(
        bpid,
        () -> {
          InterruptedWrites.mend(
              files, getVolumeList().stream().map(FsVolumeImpl::getStorageLocation).toList(), bpid);
          super.addBlockPool(bpid, conf);
        });
  }

  @Override
  public void shutdownBlockPool(String bpid) {
    poolsAndVolumes.shutDownPool(bpid, () -> super.shutdownBlockPool(bpid));
  }

  @Override
  public void deleteBlockPool(String bpid, boolean force) throws IOException {
    poolsAndVolumes.deletePool(bpid, () -> super.deleteBlockPool(bpid, force));
    durable.folders().forget();
  }

  @Override
  public void addVolume(StorageLocation location, List<NamespaceInfo> nsInfos) throws IOException {
    poolsAndVolumes.awaitReturn(location);
    for (NamespaceInfo pool : nsInfos) {
      InterruptedWrites.mend(files, List.of(location), pool.getBlockPoolID());
    }
    try {
      super.addVolume(location, nsInfos);
      new StockParts().watchSpace(getVolumeList(), guards);
      scanRates.apply();
    } finally {
      // Forget what was registered for a volume that could not be added
      guards.registry().keepOnly(location, getVolumeList());
    }
  }

  @Override
  public void removeVolumes(Collection<StorageLocation> storageLocsToRemove, boolean clearFailure) {
    poolsAndVolumes.removeVolumes(
        List.copyOf(storageLocsToRemove),
        () -> super.removeVolumes(storageLocsToRemove, clearFailure));
  }

  /** Unlike stock code, which waits for all volumes being removed before it reports this one. */
  @Override
  public void handleVolumeFailures(Set<FsVolumeSpi> failedVolumes) {
    poolsAndVolumes.failVolumes(failedVolumes);
  }

  @Override
  public void use(DatanodeProfiles profiles) throws IOException {
    scanRates.apply();
  }

  @Override
  public void shutdown() {
    super.shutdown();
    VolumeProfiles bean = shown;
    if (bean != null) {
      bean.close();
    }
    guards.close();
    TypeLimits.stopped(datanode);
  }
}
