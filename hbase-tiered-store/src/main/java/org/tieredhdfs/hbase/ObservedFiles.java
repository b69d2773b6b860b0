package org.tieredhdfs.hbase;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.mob.MobUtils;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFile;

/**
 * Counts new files of a store that do not pass through this project's engines: MOB files, and all
 * files of a store with another engine.
 *
 * <p>Stateless.
 */
final class ObservedFiles {
  private ObservedFiles() {}

  /**
   * Counts a file that a flush or a compaction has written.
   *
   * @param inputs the files in whose place it is now
   */
  static void written(
      HStore store, HStoreFile file, FileClass fileClass, Collection<? extends StoreFile> inputs) {
    StorePlacement placement = StorePlacement.of(store);
    if (placement.concernsStores() && !(store.getStoreEngine() instanceof RoutedEngine)) {
      PlacementAudit.get().written(store.getFileSystem(), file.getPath(), fileClass);
    }
    if (store.getColumnFamilyDescriptor().isMobEnabled()
        && placement.policy(FileClass.MOB).isPresent()) {
      countMobs(store, file, inputs);
    }
  }

  /** The MOB files that the new file refers to and its inputs did not. */
  private static void countMobs(
      HStore store, HStoreFile file, Collection<? extends StoreFile> inputs) {
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
      PlacementAudit.get().written(store.getFileSystem(), new Path(folder, name), FileClass.MOB);
    }
  }

  private static Set<String> mobs(HStoreFile file) {
    byte[] references = file.getMetadataValue(HStoreFile.MOB_FILE_REFS);
    return references == null
        ? new HashSet<>()
        : new HashSet<>(MobUtils.deserializeMobFileRefs(references).build().values());
  }
}
