package org.tieredhdfs.hbase;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.util.Pair;
import org.jspecify.annotations.Nullable;

/**
 * Places files that do not pass through this project's store engines: bulk-loaded files, MOB files
 * and the files of stores with another engine. And slows down writers of a region whose memstore is
 * nearly full ({@link WritePacing}).
 *
 * <p>Named in {@code hbase.coprocessor.region.classes}. Never fails an operation. Thread-safe.
 */
public final class TieredRegionObserver implements RegionCoprocessor, RegionObserver {
  private volatile WritePacing pacing = WritePacing.NONE;

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void postOpen(ObserverContext<RegionCoprocessorEnvironment> context) {
    HarmlessHook.run(
        "postOpen",
        () -> {
          for (Store store : context.getEnvironment().getRegion().getStores()) {
            if (store instanceof HStore opened && opened.isPrimaryReplicaStore()) {
              StoreDirectories.mark(opened);
            }
          }
        });
  }

  @Override
  @SuppressWarnings("rawtypes") // HBase's own signature
  public void start(CoprocessorEnvironment env) {
    HarmlessHook.run("start", () -> pacing = WritePacing.of((RegionCoprocessorEnvironment) env));
  }

  @Override
  public void postStartRegionOperation(
      ObserverContext<RegionCoprocessorEnvironment> context, Region.Operation operation) {
    HarmlessHook.run(
        "postStartRegionOperation",
        () -> pacing.before(context.getEnvironment().getRegion(), operation));
  }

  @Override
  public void postCloseRegionOperation(
      ObserverContext<RegionCoprocessorEnvironment> context, Region.Operation operation) {
    HarmlessHook.run(
        "postCloseRegionOperation",
        () -> pacing.after(context.getEnvironment().getRegion(), operation));
  }

  /**
   * @param finalPaths null if the load has failed, or has to be split
   */
  @Override
  public void postBulkLoadHFile(
      ObserverContext<RegionCoprocessorEnvironment> context,
      List<Pair<byte[], String>> stagingFamilyPaths,
      @Nullable Map<byte[], List<Path>> finalPaths) {
    HarmlessHook.run(
        "postBulkLoadHFile",
        () -> {
          Map<byte[], List<Path>> loaded = finalPaths == null ? Map.of() : finalPaths;
          for (Map.Entry<byte[], List<Path>> family : loaded.entrySet()) {
            Store store = context.getEnvironment().getRegion().getStore(family.getKey());
            if (store instanceof HStore opened) {
              bulkLoaded(opened, family.getValue());
            }
          }
        });
  }

  private static void bulkLoaded(HStore store, List<Path> files) {
    FileSystem fs = store.getFileSystem();
    Optional<String> policy = StorePlacement.of(store).policy(FileClass.BULK_LOADED);
    if (policy.isPresent()) {
      for (Path file : files) {
        PolicyAssigner.assign(fs, file, FileClass.BULK_LOADED, policy.get());
        PlacementAudit.get().marked(fs, file, FileClass.BULK_LOADED);
      }
    }
  }
}
