package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.apache.hadoop.hdfs.server.datanode.ReplicaBeingWritten;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.guard.DatasetGuards;
import org.tieredhdfs.hdfs.datanode.volume.health.PatientCaller;

/**
 * Keeps synced data durable whatever happens to a replica afterwards: each operation that changes
 * the names or lengths of its files syncs the change.
 *
 * <p>Stock syncs a replica and its name where it is written, and none of the renames that follow.
 * After a power cut it may be back where it was: one to be recovered of a block that is complete,
 * or of a generation that is out of date. The NameNode takes both for corrupt.
 *
 * <p>A replica of which nothing was synced costs a note of that, and no sync. One that this process
 * has not written counts as synced unless such a note tells otherwise, see {@link SyncNotes}: it
 * may be a copy of one that was. What lies in memory is left alone.
 *
 * <p>Nothing is synced under a lock. Stock makes none of these syncs, so on a volume that takes
 * long for them they go on in the background. Thread-safe.
 */
final class DurableReplicas {
  private static final Logger LOG = LoggerFactory.getLogger(DurableReplicas.class);
  private static final int MAX_THREADS = 256;

  private final PatientCaller caller;
  private final PatientCaller closes;
  private final DatasetGuards guards;
  private final ReplicaMap replicas;
  private final FileIoProvider files;
  private final DurableFolders folders;
  private final SyncNotes notes;

  DurableReplicas(ReplicaMap replicas, FileIoProvider files, DatasetGuards guards) {
    // The nodes of a pipeline wait one after the other, but at a close all at once
    this.caller = new PatientCaller("syncs after renames", MAX_THREADS, guards.patienceMs / 2);
    this.closes = new PatientCaller("syncs at closes", MAX_THREADS, 2 * guards.patienceMs);
    this.guards = guards;
    this.replicas = replicas;
    this.files = files;
    this.folders = new DurableFolders(files);
    this.notes = new SyncNotes(files);
  }

  DurableFolders folders() {
    return folders;
  }

  /**
   * Makes a new or reopened stock replica record its syncs. To be called with the block locked.
   *
   * @param isPromised whether some of it may have been synced, here or on another node
   * @return what took its place in memory; itself if it is not one that a client writes
   */
  ReplicaInPipeline noted(String pool, ReplicaInPipeline stock, boolean isPromised) {
    if (stock instanceof DurableRbw || !(stock instanceof ReplicaBeingWritten rbw)) {
      return stock;
    }
    DurableRbw noted =
        new DurableRbw(rbw, files, new NotedSyncs(notes, files, !isPromised), isPromised);
    replicas.add(pool, noted);
    return noted;
  }

  /**
   * Finalizes a block. Its data are synced before: once its name is durable they have to be there.
   *
   * @param isAsked whether a sync was asked for, by the client or by configuration; then it is
   *     waited for
   */
  void finalizing(ExtendedBlock block, boolean isAsked, DatasetOperations.Action finalization)
      throws IOException {
    ReplicaInfo before = replica(block);
    boolean isPromised = before != null && isPromised(before);
    boolean isDue =
        before instanceof LocalReplica
            && before.getState() != ReplicaState.FINALIZED
            && (isAsked || isPromised);
    File from = folderOf(before);
    boolean isInTime = true;
    if (isDue && isPromised && !(before instanceof DurableRbw noted && !noted.isWritten())) {
      isInTime = sync(isAsked, before, () -> syncFiles((LocalReplica) before));
    } else if (!isDue && before instanceof DurableRbw unsynced) {
      unsynced.notes().endWithoutSync(unsynced, unsynced.lastSum());
    }
    finalization.run();
    if (isDue && !(isInTime && sync(isAsked, before, () -> syncNames(block, from)))) {
      syncLater(block, from);
    }
  }

  /** Runs an operation that reopens a replica or changes its generation stamp. */
  ReplicaHandler reopening(ExtendedBlock block, DatasetOperations.Call<ReplicaHandler> call)
      throws IOException {
    File from = folderOf(replica(block));
    ReplicaHandler opened = call.call();
    try {
      if (isPromised(opened.getReplica().getReplicaInfo())) {
        syncAll(block, from);
      }
      return opened;
    } catch (IOException | RuntimeException | Error e) {
      opened.close();
      throw e;
    }
  }

  /**
   * Runs an operation that changes a replica without a writer, or turns one from another node into
   * one of the writer's.
   *
   * @param copyId the block of a copy that may be made of it, the block's own if none
   */
  <T> T changing(ExtendedBlock block, long copyId, DatasetOperations.Call<T> call)
      throws IOException {
    ReplicaInfo before = replica(block);
    File from = folderOf(before);
    long bytes = before == null ? 0 : before.getNumBytes();
    T result = call.call();
    ReplicaInfo after = replica(block);
    if (after instanceof LocalReplica cut && cut.getNumBytes() < bytes) {
      notes.dropBeyond(cut.getVolume(), cut.getBlockFile(), cut.getNumBytes());
    }
    // Notes are read afterwards: the operation itself may be refused on a volume that hangs
    if (before != null && after != null && isPromised(isKnown(before) ? before : after)) {
      syncAll(block, from);
      if (copyId > 0 && copyId != block.getBlockId()) {
        syncAll(new ExtendedBlock(block.getBlockPoolId(), copyId), null);
      }
    } else if (before != null && isKnown(before) && after instanceof LocalReplica local) {
      new NotedSyncs(notes, files, true).endWithoutSync(local, null);
    }
    return result;
  }

  /** Whether this process has seen all of a replica, so that nothing has to be read of it. */
  private static boolean isKnown(ReplicaInfo replica) {
    return replica instanceof DurableRbw
        || (replica.getState() == ReplicaState.RUR
            && replica.getOriginalReplica() instanceof DurableRbw);
  }

  /** Whether part of a replica may be durable and a client may rely on it. */
  private boolean isPromised(ReplicaInfo replica) {
    if (forgets(replica.getVolume())) {
      return false;
    }
    if (replica instanceof DurableRbw noted) {
      return noted.isPromised();
    }
    if (replica.getState() == ReplicaState.RUR) {
      ReplicaInfo original = replica.getOriginalReplica();
      return original == null || isPromised(original);
    }
    // Copies from other nodes are as durable as configured
    return replica.getState() != ReplicaState.TEMPORARY && !isUnsynced(replica);
  }

  /** Whether the notes of a replica tell that nobody has synced any of it. */
  boolean isUnsynced(ReplicaInfo replica) {
    return replica instanceof LocalReplica local
        && !forgets(local.getVolume())
        && notes.tellUnsynced(local.getVolume(), local.getBlockFile());
  }

  /** Whether a volume loses everything without power, as memory does. */
  static boolean forgets(@Nullable FsVolumeSpi volume) {
    return volume == null || volume.isTransientStorage() || volume.getStorageType().isRAM();
  }

  private @Nullable ReplicaInfo replica(ExtendedBlock block) {
    return replicas.get(block.getBlockPoolId(), block.getBlockId());
  }

  private static @Nullable File folderOf(@Nullable ReplicaInfo replica) {
    return replica instanceof LocalReplica local ? local.getBlockFile().getParentFile() : null;
  }

  /** Runs a sync; returns whether it has come to its end. */
  private boolean sync(boolean isAsked, ReplicaInfo replica, DatasetOperations.Action sync)
      throws IOException {
    if (!isAsked) {
      return closes.call(replica.getVolume(), sync::run);
    }
    sync.run();
    return true;
  }

  private void syncAll(ExtendedBlock block, @Nullable File from) throws IOException {
    if (replica(block) instanceof LocalReplica local
        && !caller.call(
            local.getVolume(),
            () -> {
              syncFiles(local);
              syncNames(block, from);
            })) {
      syncLater(block, from);
    }
  }

  private void syncLater(ExtendedBlock block, @Nullable File from) {
    if (replica(block) instanceof LocalReplica local) {
      FsVolumeSpi volume = local.getVolume();
      LOG.info("{} takes long to sync {}: it goes on in the background", volume, local);
      try {
        guards.queueOf(volume, "syncs").execute(() -> syncWithoutNotes(volume, block, from));
      } catch (RejectedExecutionException e) {
        LOG.warn("{} may be lost in a power cut", local, e);
      }
    }
  }

  /**
   * Syncs a replica as it is by then, so that its data are there before its name. One that was
   * moved to another volume was synced there. A writer may be making notes meanwhile.
   */
  private void syncWithoutNotes(FsVolumeSpi volume, ExtendedBlock block, @Nullable File from) {
    if (replica(block) instanceof LocalReplica local && local.getVolume().equals(volume)) {
      try {
        syncIfThere(local);
        syncNames(block, from);
      } catch (IOException e) {
        LOG.warn("{} may be lost in a power cut", local, e);
      }
    }
  }

  private void syncFiles(LocalReplica replica) throws IOException {
    if (replica instanceof DurableRbw rbw) {
      // One with a writer may continue in the middle of a chunk
      long sync = rbw.notes().beforeSync(replica, null);
      syncIfThere(replica);
      rbw.notes().afterSync(sync);
    } else {
      syncIfThere(replica);
    }
  }

  private void syncIfThere(LocalReplica replica) throws IOException {
    try {
      sync(replica);
    } catch (FileNotFoundException e) {
      LOG.debug("{} was deleted or moved meanwhile", replica, e);
    }
  }

  /** Syncs both files; fails if one is missing, and never makes it anew. */
  void sync(LocalReplica replica) throws IOException {
    FsVolumeSpi volume = replica.getVolume();
    for (File file : List.of(replica.getBlockFile(), replica.getMetaFile())) {
      try (RandomAccessFile open = files.getRandomAccessFile(volume, file, "r");
          FileOutputStream stream = files.getFileOutputStream(volume, open.getFD())) {
        files.sync(volume, stream);
      }
    }
  }

  /** Syncs the new place before the old one, so that the replica is durable in at least one. */
  private void syncNames(ExtendedBlock block, @Nullable File from) throws IOException {
    if (replica(block) instanceof LocalReplica local) {
      syncName(local);
      if (from != null && !from.equals(folderOf(local))) {
        folders.sync(local.getVolume(), from);
      }
    }
  }

  /** Makes the names of both files durable. */
  void syncName(LocalReplica replica) throws IOException {
    folders.sync(replica.getVolume(), replica.getBlockFile().getParentFile());
  }
}
