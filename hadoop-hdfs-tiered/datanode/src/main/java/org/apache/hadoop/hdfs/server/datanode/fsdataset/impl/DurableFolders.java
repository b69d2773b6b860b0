package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.File;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/**
 * Syncs directories of replicas, and their parents up to those that are already durable.
 *
 * <p>Keeps the folders that are named durably: at most 1,056 for each volume and block pool, which
 * is how many Hadoop makes. Thread-safe; holds no lock over I/O.
 */
final class DurableFolders {
  private final FileIoProvider files;

  /**
   * By volume object, because a volume that is removed and added again may have other directories.
   */
  private final Map<FsVolumeSpi, Set<File>> namedByVolume =
      Collections.synchronizedMap(new WeakHashMap<>());

  DurableFolders(FileIoProvider files) {
    this.files = files;
  }

  /** Syncs the names in a directory, so that they can be found from the root of the volume. */
  void sync(FsVolumeSpi volume, File folder) throws IOException {
    try {
      files.dirSync(volume, folder);
      // Most folders are old, which one look at the lowest shows
      Set<File> named = namedByVolume.computeIfAbsent(volume, v -> ConcurrentHashMap.newKeySet());
      nameInParent(volume, folder, named);
    } catch (IOException e) {
      throw new IOException("Failed to sync " + folder, e);
    }
  }

  private void nameInParent(FsVolumeSpi volume, File folder, Set<File> named) throws IOException {
    // Others are there before the first block comes
    if (folder.getName().startsWith(DataStorage.BLOCK_SUBDIR_PREFIX) && !named.contains(folder)) {
      File parent = folder.getParentFile();
      files.dirSync(volume, parent);
      nameInParent(volume, parent, named);
      // Added last: an entry promises that all parents are synced
      named.add(folder);
    }
  }

  /** Forgets all, because a pool was deleted and may return. */
  void forget() {
    namedByVolume.clear();
  }
}
