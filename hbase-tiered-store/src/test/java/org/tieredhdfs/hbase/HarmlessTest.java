package org.tieredhdfs.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.compactions.CustomCellTieringValueProvider;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Placement that is not possible: HBase goes on, and the counters tell. */
class HarmlessTest {
  private static final int ROWS = 60;
  private static final Map<String, String> POLICIES =
      Map.of(
          "hbase.tiered.wal.policy", "ALL_SSD",
          "hbase.tiered.flush.policy", "ALL_SSD",
          "hbase.tiered.compaction.small.policy", "ALL_SSD",
          "hbase.tiered.compaction.policy", "COLD",
          "hbase.tiered.mob.policy", "ALL_SSD",
          "hbase.tiered.bulkload.policy", "ALL_SSD");

  private static long counted(String name) {
    return PlacementMetrics.get().value(name);
  }

  @Test
  void fullMediaMakeFilesGoToTheFallback(@TempDir Path directory) throws Exception {
    try (TieredHBase hbase = new TieredHBase(directory, POLICIES)) {
      TableName table = Rows.create(hbase, "full", Map.of());
      long flushed = counted("bytesFellBackFlushed");
      long compacted = counted("bytesFellBackCompactedSmall");
      long toMove = counted("bytesToMove");
      fill(hbase, StorageType.SSD);

      Rows rows = new Rows(hbase, table);
      for (int file = 1; file <= 2; file++) {
        rows.write(file * ROWS, ROWS);
        rows.flush();
        long bytes = (long) file * ROWS * Rows.VALUE_BYTES;
        Rows.await(() -> counted("bytesFellBackFlushed") - flushed > bytes);
      }
      rows.compact();

      assertThat(Rows.types(hbase, table)).containsExactly(StorageType.DISK);
      Rows.await(() -> counted("bytesFellBackCompactedSmall") > compacted);
      assertThat(rows.count()).isEqualTo(2 * ROWS);
      assertThat(counted("bytesAskedFlushedSsd")).isPositive();
      Rows.await(() -> counted("bytesToMove") - toMove > 2L * ROWS * Rows.VALUE_BYTES);
    }
  }

  /** Says that the volumes of a type have no room left, and waits until the NameNode knows. */
  private static void fill(TieredHBase hbase, StorageType type) throws Exception {
    for (DataNode node : hbase.hdfs().getDataNodes()) {
      try (FsDatasetSpi.FsVolumeReferences volumes = node.getFSDataset().getFsVolumeReferences()) {
        for (FsVolumeSpi volume : volumes) {
          if (volume.getStorageType() == type) {
            ((FsVolumeImpl) volume).setCapacityForTesting(1);
          }
        }
      }
    }
    hbase.hdfs().triggerHeartbeats();
    DatanodeManager known = hbase.hdfs().getNamesystem().getBlockManager().getDatanodeManager();
    for (DataNode node : hbase.hdfs().getDataNodes()) {
      DatanodeDescriptor atNameNode = known.getDatanode(node.getDatanodeUuid());
      Rows.await(
          () ->
              Arrays.stream(atNameNode.getStorageReports())
                  .filter(report -> report.getStorage().getStorageType() == type)
                  .allMatch(report -> report.getCapacity() == 1));
    }
  }

  @Test
  void policiesThatTheNameNodeRefusesLeaveFilesToTheDirectories(@TempDir Path directory)
      throws Exception {
    Map<String, String> settings = new HashMap<>(POLICIES);
    settings.put("dfs.storage.policy.enabled", "false");
    long wal = counted("policyNotSetWal");
    long flushed = counted("policyNotSetFlushed");
    long compacted = counted("policyNotSetCompactedSmall");
    try (TieredHBase hbase = new TieredHBase(directory, settings)) {
      TableName table = Rows.create(hbase, "refused", Map.of());
      Rows rows = new Rows(hbase, table);
      rows.write(0, ROWS);
      rows.flush();
      rows.write(ROWS, ROWS);
      rows.flush();
      rows.compact();

      assertThat(rows.count()).isEqualTo(2 * ROWS);
      assertThat(Rows.types(hbase, table)).containsExactly(StorageType.DISK);
      assertThat(counted("policyNotSetWal") - wal).isPositive();
      assertThat(counted("policyNotSetFlushed") - flushed).isGreaterThanOrEqualTo(2);
      assertThat(counted("policyNotSetCompactedSmall") - compacted).isPositive();
    }
  }

  @Test
  void aPlacementThatThrowsLeavesFlushesAndCompactionsAsTheyAre(@TempDir Path directory)
      throws Exception {
    try (TieredHBase hbase = new TieredHBase(directory, POLICIES)) {
      for (String engine : RoutedEngine.NAMES) {
        String name = engine.substring(engine.lastIndexOf('.') + 1);
        // the engine that tiers by a value does not open without the second key
        TableName table =
            Rows.create(
                hbase,
                name,
                Map.of(
                    StoreEngine.STORE_ENGINE_CLASS_KEY,
                    engine,
                    CustomCellTieringValueProvider.TIERING_CELL_QUALIFIER,
                    "since"));
        StoreEngine<?, ?, ?, ?> opened =
            hbase.onlyRegion(table).getStore(Rows.FAMILY).getStoreEngine();
        Field router = opened.getClass().getDeclaredField("router");
        router.setAccessible(true);
        router.set(opened, HarmlessHookTest.routerWhosePlacementThrows());
        long failed = counted("hooksFailed");
        Rows rows = new Rows(hbase, table);
        rows.write(0, ROWS);
        rows.flush();
        rows.write(ROWS, ROWS);
        rows.flush();
        rows.compact();

        assertThat(rows.count()).as(name).isEqualTo(2 * ROWS);
        assertThat(Rows.types(hbase, table)).as(name).containsExactly(StorageType.DISK);
        // files of two flushes are created and committed, and of a compaction, for which stripes
        // wait until there are more
        int files = engine.equals(TieredStripeStoreEngine.class.getName()) ? 2 : 3;
        assertThat(counted("hooksFailed") - failed).as(name).isGreaterThanOrEqualTo(2L * files);
      }
    }
  }
}
