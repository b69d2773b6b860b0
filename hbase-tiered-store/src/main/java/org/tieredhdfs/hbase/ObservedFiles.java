package org.tieredhdfs.hbase;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.mob.MobUtils;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts new files of a store that do not pass through this project's engines: MOB files, and all
 * files of a store with another engine.
 *
 * <p>Immutable.
 */
final class ObservedFiles {
  private static final Logger LOG = LoggerFactory.getLogger(ObservedFiles.class);

  private final HStore store;
  private final StorePlacement placement;
  private final FileSystem fs;

  private ObservedFiles(HStore store) {
    this.store = store;
    placement = StorePlacement.of(store);
    fs = store.getFileSystem();
  }

  static ObservedFiles of(HStore store) {
    return new ObservedFiles(store);
  }

  void flushed(HStoreFile file) {
    count(file, FileClass.FLUSHED, List.of());
  }

  /**
   * @param inputs the files in whose place it is now
   */
  void compacted(HStoreFile file, Collection<? extends StoreFile> inputs) {
    count(file, FileClass.COMPACTED, inputs);
  }

  private void count(HStoreFile file, FileClass fileClass, Collection<? extends StoreFile> inputs) {
    if (placement.concernsStores() && !(store.getStoreEngine() instanceof RoutedEngine)) {
      PlacementAudit.get().written(fs, file.getPath(), fileClass);
    }
    if (store.getColumnFamilyDescriptor().isMobEnabled()
        && placement.policy(FileClass.MOB).isPresent()) {
      countMobs(file, inputs);
    }
  }

  /** The MOB files that the new file refers to and its inputs did not. */
  private void countMobs(HStoreFile file, Collection<? extends StoreFile> inputs) {
    try {
      Set<String> names = mobs(file);
      for (StoreFile input : inputs) {
        if (input instanceof HStoreFile old) {
          names.removeAll(mobs(old));
        }
      }
      Path folder =
          MobUtils.getMobFamilyPath(
              store.getReadOnlyConfiguration(), store.getTableName(), store.getColumnFamilyName());
      for (String name : names) {
        PlacementAudit.get().written(fs, new Path(folder, name), FileClass.MOB);
      }
    } catch (RuntimeException e) {
      // a failure to count must not fail the commit
      LOG.warn("Cannot find the MOB files of {}: {}", file.getPath(), e.toString());
    }
  }

  private static Set<String> mobs(HStoreFile file) {
    byte[] references = file.getMetadataValue(HStoreFile.MOB_FILE_REFS);
    return references == null
        ? new HashSet<>()
        : new HashSet<>(MobUtils.deserializeMobFileRefs(references).build().values());
  }
}
