package org.tieredhdfs.hbase;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.mob.MobUtils;
import org.apache.hadoop.hbase.regionserver.HRegionFileSystem;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets policies on directories whose files do not pass through this project's engines: MOB
 * directories, and those of stores with another engine, whose flushed and compacted files cannot be
 * distinguished then.
 *
 * <p>Thread-safe. Logs that once per process for each table and family.
 */
final class StoreDirectories {
  private static final Logger LOG = LoggerFactory.getLogger(StoreDirectories.class);

  private static final String NOT_ONE_BY_ONE =
      "{}: store engine {} cannot place its files one by one; all of them get {}";

  /** Bounded by the tables and families of the cluster. */
  private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

  private StoreDirectories() {}

  static void mark(HStore store) {
    Configuration conf = store.getReadOnlyConfiguration();
    StorePlacement placement = StorePlacement.of(store);
    FileSystem fs = store.getFileSystem();
    if (store.getColumnFamilyDescriptor().isMobEnabled()) {
      Path mobs =
          MobUtils.getMobFamilyPath(conf, store.getTableName(), store.getColumnFamilyName());
      Optional<String> policy = placement.policy(FileClass.MOB);
      policy.ifPresent(name -> markDirectory(fs, mobs, FileClass.MOB, name));
    }
    if (placement.concernsStores() && !(store.getStoreEngine() instanceof RoutedEngine)) {
      FileClass fileClass = placement.ofDirectory();
      tellOnce(store, fileClass);
      Optional<String> policy = placement.policy(fileClass);
      policy.ifPresent(name -> markStore(fs, store, fileClass, name));
    }
  }

  private static void tellOnce(HStore store, FileClass fileClass) {
    PlacementMetrics.get().unrouted();
    String name = store.getTableName().getNameAsString() + ":" + store.getColumnFamilyName();
    if (TOLD.add(name)) {
      String engine = store.getStoreEngine().getClass().getSimpleName();
      String key = fileClass.policyKey().name();
      if (store.getColumnFamilyDescriptor().isMobEnabled()) {
        // MOB families must use HBase's engine, so the operator cannot change this
        LOG.info(NOT_ONE_BY_ONE, name, engine, key);
      } else {
        LOG.warn(NOT_ONE_BY_ONE, name, engine, key);
      }
    }
  }

  /** Both the final directory of files and the one where they are written. */
  private static void markStore(FileSystem fs, HStore store, FileClass fileClass, String policy) {
    HRegionFileSystem region = store.getRegionFileSystem();
    String family = store.getColumnFamilyName();
    markDirectory(fs, region.getStoreDir(family), fileClass, policy);
    markDirectory(fs, new Path(region.getTempDir(), family), fileClass, policy);
  }

  /**
   * Sets a directory's policy unless it has it, because HDFS also reports a policy that is set
   * again.
   */
  static void markDirectory(FileSystem fs, Path directory, FileClass fileClass, String policy) {
    try {
      if (!fs.exists(directory)) {
        fs.mkdirs(directory);
      }
      if (!PolicyAssigner.has(fs, directory, policy)) {
        PolicyAssigner.assign(fs, directory, fileClass, policy);
      }
    } catch (IOException | RuntimeException e) {
      PlacementMetrics.get().notAssigned(fileClass);
      LOG.warn("Cannot create {} to set its storage policy: {}", directory, e.toString());
    }
  }
}
