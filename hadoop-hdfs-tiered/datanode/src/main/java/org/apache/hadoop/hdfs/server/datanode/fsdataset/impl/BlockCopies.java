package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.File;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DatanodeUtil;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeReference;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.guard.DatasetGuards;
import org.tieredhdfs.hdfs.datanode.lock.BlockOperation;
import org.tieredhdfs.hdfs.datanode.lock.IndependentLockManager;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;
import org.tieredhdfs.hdfs.datanode.volume.speed.OpenBlock;
import org.tieredhdfs.hdfs.datanode.volume.speed.OpenBlocks;

/**
 * Copies a block from one volume of the node to another without the block's lock, and makes the
 * copy durable before the old replica is deleted.
 *
 * <p>Thread-safe.
 */
final class BlockCopies {
  private static final Logger LOG = LoggerFactory.getLogger(BlockCopies.class);

  private final IndependentLockManager locks;
  private final VolumeRegistry registry;
  private final ReplicaMap replicas;
  private final FileIoProvider files;
  private final DurableReplicas durable;
  private final boolean synced;

  /**
   * @param synced whether copies on volumes that are not memory are synced
   */
  BlockCopies(
      DatasetGuards guards,
      ReplicaMap replicas,
      FileIoProvider files,
      DurableReplicas durable,
      boolean synced) {
    this.locks = guards.locks();
    this.registry = guards.registry();
    this.replicas = replicas;
    this.files = files;
    this.durable = durable;
    this.synced = synced;
  }

  /**
   * Makes a copy. Appends and deletions need not wait for it: if one of them came in between, the
   * copy is thrown away.
   */
  ReplicaInfo copy(
      ExtendedBlock block,
      ReplicaInfo source,
      FsVolumeReference target,
      DatasetOperations.Call<ReplicaInfo> copying)
      throws IOException {
    FsVolumeSpi volume = target.getVolume();
    OpenBlocks open = registry.state(volume).traffic().openBlocks();
    OpenBlock opened = open.opened(block);
    try {
      return unlocked(
          block,
          source,
          () ->
              isSynced(volume)
                  ? synced(block, source, volume, copying)
                  : copied(volume, source.getNumBytes(), copying));
    } finally {
      open.closed(opened);
    }
  }

  private ReplicaInfo synced(
      ExtendedBlock block,
      ReplicaInfo source,
      FsVolumeSpi target,
      DatasetOperations.Call<ReplicaInfo> copying)
      throws IOException {
    long bytes = source.getNumBytes();
    if (bytes <= CopyWriteback.STEP_BYTES || !(target instanceof FsVolumeImpl volume)) {
      ReplicaInfo copy = copied(target, bytes, copying);
      sync(copy, null);
      return copy;
    }
    File directory =
        DatanodeUtil.idToBlockDir(volume.getTmpDir(block.getBlockPoolId()), block.getBlockId());
    File file = new File(directory, source.getBlockName());
    try (CopyWriteback writeback = CopyWriteback.begin(target, file, files)) {
      ReplicaInfo copy = copied(target, bytes, copying);
      sync(copy, writeback);
      return copy;
    }
  }

  /** Stock code counts a copy only on the volume that it is read from. */
  private ReplicaInfo copied(
      FsVolumeSpi target, long bytes, DatasetOperations.Call<ReplicaInfo> copying)
      throws IOException {
    try (InFlight copy = registry.state(target).begin(InFlight.COPY_TO, IoClass.COPY, bytes)) {
      return copy.succeeded(copying.call());
    }
  }

  private ReplicaInfo unlocked(
      ExtendedBlock block, ReplicaInfo source, DatasetOperations.Call<ReplicaInfo> copying)
      throws IOException {
    BlockOperation operation = locks.current();
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
      throw new IOException("Move of " + block + " aborted: it changed while it was copied");
    }
    return copy;
  }

  @SuppressWarnings("ReferenceEquality") // equal means the same block id, not the same replica
  private boolean isStill(ReplicaInfo replica, ExtendedBlock block) {
    return replicas.get(block.getBlockPoolId(), block.getBlockId()) == replica;
  }

  private boolean isSynced(FsVolumeSpi volume) {
    return synced && !volume.getStorageType().isRAM() && !volume.isTransientStorage();
  }

  private void sync(ReplicaInfo copy, @Nullable CopyWriteback writeback) throws IOException {
    try {
      if (writeback != null) {
        writeback.end();
      }
      if (copy instanceof LocalReplica local) {
        durable.sync(local);
      }
    } catch (IOException e) {
      copy.deleteBlockData();
      copy.deleteMetadata();
      throw e;
    }
  }

  /**
   * Gives a copy its final name, which it must have after a crash, too. If that fails the old
   * replica stays the one of the block. To be called with the block locked.
   */
  void name(ExtendedBlock block, DatasetOperations.Action naming) throws IOException {
    ReplicaInfo old = replicas.get(block.getBlockPoolId(), block.getBlockId());
    try {
      naming.run();
      ReplicaInfo named = replicas.get(block.getBlockPoolId(), block.getBlockId());
      if (named instanceof LocalReplica local && isSynced(local.getVolume())) {
        durable.syncName(local);
      }
    } catch (IOException | RuntimeException | Error e) {
      if (old != null && !isStill(old, block)) {
        putBack(old, block.getBlockPoolId());
      }
      throw e;
    }
  }

  private void putBack(ReplicaInfo old, String pool) throws IOException {
    try (FsVolumeReference inUse = old.getVolume().obtainReference()) {
      ReplicaInfo copy = replicas.get(pool, old.getBlockId());
      LOG.warn("Keeping {} on {}: its copy could not be synced", old, inUse.getVolume());
      replicas.add(pool, old);
      if (copy != null && copy.getVolume() instanceof FsVolumeImpl volume) {
        long metaBytes = copy.getMetadataLength();
        if (copy.deleteBlockData()) {
          volume.onBlockFileDeletion(pool, copy.getNumBytes());
        }
        if (copy.deleteMetadata()) {
          volume.onMetaFileDeletion(pool, metaBytes);
        }
      }
    } catch (ClosedChannelException e) {
      LOG.warn("{} was removed while it was copied: only the copy is left", old, e);
    }
  }
}
