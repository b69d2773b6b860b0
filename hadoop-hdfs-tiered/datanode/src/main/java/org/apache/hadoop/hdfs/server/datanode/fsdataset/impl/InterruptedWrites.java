package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.common.Storage;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.apache.hadoop.hdfs.server.datanode.DatanodeUtil;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repairs replicas that were being written when the process or the machine failed, before stock
 * code reads them.
 *
 * <p>A replica moves between the folders of open and of finalized ones in two steps, first its
 * checksums, then its data. An append that was caught in between is brought to its end, since the
 * finalized replica's generation is known no more; a finalization is taken back. It also checks the
 * last chunk, see {@link SoundPrefix#cutLastChunk}.
 */
final class InterruptedWrites {
  private static final Logger LOG = LoggerFactory.getLogger(InterruptedWrites.class);

  private final FileIoProvider files;
  private final File open;
  private final File finalized;

  private InterruptedWrites(FileIoProvider files, File poolFolder) {
    this.files = files;
    this.open = new File(poolFolder, DataStorage.STORAGE_DIR_RBW);
    this.finalized = new File(poolFolder, DataStorage.STORAGE_DIR_FINALIZED);
  }

  /** Repairs those of a pool on all volumes in parallel. Failures are left to stock code. */
  static void mend(FileIoProvider files, Collection<StorageLocation> volumes, String pool) {
    List<Thread> threads = new ArrayList<>();
    for (StorageLocation volume : volumes) {
      Thread thread = new Thread(() -> mend(files, volume, pool), "open replicas of " + volume);
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void mend(FileIoProvider files, StorageLocation volume, String pool) {
    if (!"file".equals(volume.getNormalizedUri().getScheme())) {
      return;
    }
    File current = new File(new File(volume.getNormalizedUri()), Storage.STORAGE_DIR_CURRENT);
    File poolFolder = new File(new File(current, pool), Storage.STORAGE_DIR_CURRENT);
    try {
      new InterruptedWrites(files, poolFolder).mend();
    } catch (IOException e) {
      LOG.warn(
          "Cannot check the replicas of {} on {} that were being written; leaving them"
              + " as they are",
          pool,
          volume,
          e);
    }
  }

  /** The files of one replica in one folder. */
  private static final class Found {
    private @Nullable File data;
    private @Nullable File meta;
  }

  private void mend() throws IOException {
    for (Map.Entry<Long, Found> one : found(open).entrySet()) {
      Found here = one.getValue();
      if (here.data != null && here.meta != null) {
        SoundPrefix.cutLastChunk(files, here.data, here.meta);
      } else {
        File home = DatanodeUtil.idToBlockDir(finalized, one.getKey());
        Found there = found(home).getOrDefault(one.getKey(), new Found());
        join(here, there);
      }
    }
  }

  private void join(Found here, Found there) throws IOException {
    if (here.data == null && there.data != null && there.meta == null) {
      LOG.info("Moving {} to its checksums: an append was interrupted", there.data);
      moveHere(there.data);
    } else if (here.meta == null && there.meta != null && there.data == null) {
      LOG.info("Moving {} back to its data: a finalization was interrupted", there.meta);
      moveHere(there.meta);
    }
  }

  private void moveHere(File file) throws IOException {
    files.rename(null, file, new File(open, file.getName()));
  }

  private Map<Long, Found> found(File folder) throws IOException {
    Map<Long, Found> found = new HashMap<>();
    if (!folder.isDirectory()) {
      return found;
    }
    for (String name : files.list(null, folder)) {
      File file = new File(folder, name);
      if (Block.isMetaFilename(name)) {
        found.computeIfAbsent(Block.getBlockId(name), id -> new Found()).meta = file;
      } else if (Block.isBlockFilename(file)) {
        found.computeIfAbsent(Block.filename2id(name), id -> new Found()).data = file;
      }
    }
    return found;
  }
}
