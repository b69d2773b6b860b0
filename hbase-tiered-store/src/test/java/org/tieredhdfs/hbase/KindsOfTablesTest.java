package org.tieredhdfs.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.MemoryCompactionPolicy;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DataTieringManager;
import org.apache.hadoop.hbase.regionserver.DataTieringType;
import org.apache.hadoop.hbase.regionserver.DateTieredStoreEngine;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.regionserver.compactions.CustomCellTieringValueProvider;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tables of other kinds than the plain one, on a server with several logs and two DataNodes: their
 * files are placed as those of any other.
 */
class KindsOfTablesTest {
  private static final Map<String, String> DATE_TIERED =
      Map.of(StoreEngine.STORE_ENGINE_CLASS_KEY, TieredDateTieredStoreEngine.class.getName());

  private static TieredHBase hbase;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    hbase =
        new TieredHBase(
            directory,
            Map.of(
                "hbase.wal.provider",
                "multiwal",
                "hbase.wal.regiongrouping.delegate.provider",
                "filesystem",
                "hbase.wal.regiongrouping.numgroups",
                "3",
                "hbase.tiered.wal.policy",
                "ALL_SSD",
                "hbase.tiered.flush.policy",
                "ALL_SSD",
                "hbase.tiered.compaction.small.policy",
                "HOT",
                "hbase.tiered.compaction.small.max.size",
                "100k",
                "hbase.tiered.compaction.policy",
                "COLD",
                DataTieringManager.GLOBAL_DATA_TIERING_ENABLED_KEY,
                "true"),
            2);
  }

  @AfterAll
  static void stop() throws Exception {
    hbase.close();
  }

  private static String policy(org.apache.hadoop.fs.Path file) throws IOException {
    return hbase.fileSystem().getStoragePolicy(file).getName();
  }

  @Test
  void dateTieredTable() throws Exception {
    TableName table = Rows.create(hbase, "dated", DATE_TIERED);
    Rows rows = new Rows(hbase, table);
    rows.write(0, 30);
    rows.flush();
    assertThat(Rows.types(hbase, table)).containsExactly(StorageType.SSD);
    rows.write(30, 30);
    rows.flush();
    rows.compact();
    assertThat(Rows.types(hbase, table)).containsExactly(StorageType.DISK);
    rows.write(60, 90);
    rows.flush();
    rows.compact();

    assertThat(Rows.types(hbase, table)).containsExactly(StorageType.ARCHIVE);
    assertThat(rows.count()).isEqualTo(150);
  }

  @Test
  void policyOfADateTieredWindowHoldsAgainstOurs() throws Exception {
    TableDescriptorBuilder dated =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("windows"))
            .setValue("hbase.hstore.compaction.date.tiered.storage.policy.enable", "true")
            .setValue("hbase.hstore.compaction.date.tiered.cold.window.storage.policy", "ONE_SSD");
    DATE_TIERED.forEach(dated::setValue);
    TableName table =
        Rows.create(hbase, dated, ColumnFamilyDescriptorBuilder.newBuilder(Rows.FAMILY));
    Rows rows = new Rows(hbase, table);
    // what is still in the window of incoming data is in none of HBase's, which counts as cold
    long corrections = PlacementMetrics.get().value("corrections");
    rows.write(0, 40);
    rows.flush();
    rows.write(40, 40);
    rows.flush();
    rows.compact();

    assertThat(policy(rows.file())).isEqualTo("ONE_SSD");
    assertThat(Rows.types(hbase, table)).containsExactly(StorageType.SSD);
    assertThat(PlacementMetrics.get().value("corrections")).isEqualTo(corrections);
  }

  /**
   * Half of the rows are of today, half of 1970; HBase tells them apart from the second time on.
   */
  @Test
  void tableThatIsTieredByAValue() throws Exception {
    byte[] qualifier = Bytes.toBytes("since");
    long corrections = PlacementMetrics.get().value("corrections");
    TableName table =
        Rows.create(
            hbase,
            "by-value",
            Map.of(
                DataTieringManager.DATATIERING_KEY, DataTieringType.CUSTOM.name(),
                CustomCellTieringValueProvider.TIERING_CELL_QUALIFIER, "since",
                StoreEngine.STORE_ENGINE_CLASS_KEY, TieredCustomTieredStoreEngine.class.getName()));
    Rows rows = new Rows(hbase, table);
    for (int file = 0; file < 2; file++) {
      try (Table client = hbase.connection().getTable(table)) {
        for (int row = 0; row < 10; row++) {
          long sinceMs = row % 2 == 0 ? 1 : System.currentTimeMillis();
          client.put(
              new Put(Bytes.toBytes(10 * file + row))
                  .addColumn(Rows.FAMILY, qualifier, Bytes.toBytes(sinceMs))
                  .addColumn(Rows.FAMILY, Rows.FAMILY, new byte[60_000]));
        }
      }
      rows.flush();
      rows.compact();
    }
    Set<String> policies = new TreeSet<>();
    for (HStoreFile file : hbase.onlyRegion(table).getStore(Rows.FAMILY).getStorefiles()) {
      policies.add(policy(file.getPath()));
    }
    assertThat(policies).containsExactly("ALL_SSD", "COLD");
    assertThat(PlacementMetrics.get().value("corrections")).isEqualTo(corrections + 1);
    assertThat(rows.count()).isEqualTo(20);
  }

  @Test
  void hBasesMasterRefusesTieringByTimeWithAnyEngineButItsOwn() throws Exception {
    Map<String, String> byTime =
        Map.of(DataTieringManager.DATATIERING_KEY, DataTieringType.TIME_RANGE.name());
    assertThatThrownBy(() -> Rows.create(hbase, "by-time", byTime))
        .hasMessageContaining("Time Range Data Tiering should be enabled with Date Tiered");
    Map<String, String> dated = new HashMap<>(byTime);
    dated.putAll(DATE_TIERED);
    assertThatThrownBy(() -> Rows.create(hbase, "by-time", dated))
        .hasMessageContaining("Time Range Data Tiering should be enabled with Date Tiered");

    dated.put(StoreEngine.STORE_ENGINE_CLASS_KEY, DateTieredStoreEngine.class.getName());
    TableName table = Rows.create(hbase, "by-time", dated);
    Rows rows = new Rows(hbase, table);
    rows.write(0, 10);
    rows.flush();
    // by the directory, as those of any engine of which they cannot be told apart
    assertThat(Rows.types(hbase, table)).containsExactly(StorageType.ARCHIVE);
  }

  @Test
  void tableThatCompactsInMemory() throws Exception {
    TableName table =
        Rows.create(
            hbase,
            TableDescriptorBuilder.newBuilder(TableName.valueOf("eager"))
                .setValue("hbase.memstore.inmemoryflush.threshold.factor", "0.0001"),
            ColumnFamilyDescriptorBuilder.newBuilder(Rows.FAMILY)
                .setInMemoryCompaction(MemoryCompactionPolicy.EAGER));
    Rows rows = new Rows(hbase, table);
    rows.write(0, 60);
    rows.write(0, 60);
    rows.flush();
    assertThat(Rows.types(hbase, table)).containsExactly(StorageType.SSD);
    rows.write(60, 60);
    rows.flush();
    rows.compact();

    assertThat(Rows.types(hbase, table)).containsExactly(StorageType.ARCHIVE);
    assertThat(rows.count()).isEqualTo(120);
  }

  /** HBase asks for its own engine by name, and compacts to one file under any other. */
  @Test
  void dualFileCompactionsAreHBasesOwnEnginesAlone() throws Exception {
    Map<String, String> dual = Map.of(StoreFileWriter.ENABLE_HISTORICAL_COMPACTION_FILES, "true");
    assertThat(compactedHistory("dual", dual)).isEqualTo(1);

    Map<String, String> own = new HashMap<>(dual);
    own.put(StoreEngine.STORE_ENGINE_CLASS_KEY, DefaultStoreEngine.class.getName());
    assertThat(compactedHistory("dual-own", own)).isEqualTo(2);
  }

  /** How many files there are of rows that were deleted and are kept, and where they lie. */
  private static int compactedHistory(String name, Map<String, String> values) throws Exception {
    TableDescriptorBuilder kept = TableDescriptorBuilder.newBuilder(TableName.valueOf(name));
    values.forEach(kept::setValue);
    TableName table =
        Rows.create(
            hbase,
            kept,
            ColumnFamilyDescriptorBuilder.newBuilder(Rows.FAMILY)
                .setKeepDeletedCells(KeepDeletedCells.TRUE));
    Rows rows = new Rows(hbase, table);
    rows.write(0, 120);
    rows.flush();
    try (Table client = hbase.connection().getTable(table)) {
      for (int row = 0; row < 110; row++) {
        client.delete(new Delete(Bytes.toBytes(row)));
      }
    }
    rows.flush();
    rows.compact();

    assertThat(Rows.types(hbase, table)).containsExactly(StorageType.ARCHIVE);
    assertThat(rows.count()).isEqualTo(10);
    return hbase.onlyRegion(table).getStore(Rows.FAMILY).getStorefilesCount();
  }

  @Test
  void severalLogsOfOneServer() throws Exception {
    for (String name : List.of("log1", "log2", "log3")) {
      new Rows(hbase, Rows.create(hbase, name, Map.of())).write(0, 5);
    }
    org.apache.hadoop.fs.Path logs =
        new org.apache.hadoop.fs.Path(hbase.conf().get("hbase.rootdir"), "WALs");
    FileStatus[] ofServer = hbase.fileSystem().listStatus(logs);

    assertThat(ofServer).hasSize(1);
    assertThat(hbase.fileSystem().listStatus(ofServer[0].getPath()))
        .filteredOn(log -> !log.getPath().getName().endsWith(".meta"))
        .hasSize(3);
    assertThat(hbase.typesUnder(logs)).containsExactly(StorageType.SSD);
  }

  @Test
  void readReplicas() throws Exception {
    long unrouted = PlacementMetrics.get().value("unroutedStores");
    TableName table =
        Rows.create(
            hbase,
            TableDescriptorBuilder.newBuilder(TableName.valueOf("replicas"))
                .setRegionReplication(2),
            ColumnFamilyDescriptorBuilder.newBuilder(Rows.FAMILY));
    Rows rows = new Rows(hbase, table);
    rows.write(0, 40);
    rows.flush();
    // a secondary replica looks for the files of the primary when it is opened
    try (Admin admin = hbase.connection().getAdmin();
        Table read = hbase.connection().getTable(table)) {
      admin.disableTable(table);
      admin.enableTable(table);
      Get get = new Get(Bytes.toBytes(7)).setConsistency(Consistency.TIMELINE).setReplicaId(1);
      assertThat(read.get(get).isEmpty()).isFalse();
    }
    assertThat(hbase.regionServer().getRegions(table)).hasSize(2);
    assertThat(Rows.types(hbase, table)).containsExactly(StorageType.SSD);
    assertThat(PlacementMetrics.get().value("unroutedStores")).isEqualTo(unrouted);
  }

  @Test
  void favoredNodes() throws Exception {
    TableName table = Rows.create(hbase, "favored", Map.of());
    HRegion region = hbase.onlyRegion(table);
    Rows rows = new Rows(hbase, table);
    int row = 0;
    for (DataNode node : hbase.hdfs().getDataNodes()) {
      hbase
          .regionServer()
          .updateRegionFavoredNodesMapping(
              region.getRegionInfo().getEncodedName(),
              List.of(
                  HBaseProtos.ServerName.newBuilder()
                      .setHostName("127.0.0.1")
                      .setPort(node.getXferPort())
                      .build()));
      for (int file = 0; file < 3; file++, row += 20) {
        rows.write(row, 20);
        rows.flush();
      }
      rows.compact();
      // one file of all, above or below the bound, that lies on this node alone
      Set<String> ports = new TreeSet<>();
      for (BlockLocation block :
          hbase.fileSystem().getFileBlockLocations(rows.file(), 0, Long.MAX_VALUE)) {
        for (String name : block.getNames()) {
          ports.add(name.substring(name.lastIndexOf(':') + 1));
        }
      }
      assertThat(ports).containsExactly(Integer.toString(node.getXferPort()));
    }
    assertThat(rows.count()).isEqualTo(row);
    assertThat(Rows.types(hbase, table)).containsExactly(StorageType.ARCHIVE);
  }
}
