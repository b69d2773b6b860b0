package org.tieredhdfs.tools.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hbase.report.PlacementRow;
import org.tieredhdfs.hbase.report.TablePlacement;
import org.tieredhdfs.tools.cluster.ClassPaths;
import org.tieredhdfs.tools.cluster.ClusterSpec;
import org.tieredhdfs.tools.cluster.ClusterStatus;
import org.tieredhdfs.tools.cluster.ClusterView;
import org.tieredhdfs.tools.cluster.LocalCluster;
import org.tieredhdfs.tools.cluster.Progress;

/**
 * The life of a table on real daemons: after each step every byte lies where the class of its file
 * belongs. The steps build on each other.
 */
@Tag("slow")
@Timeout(600)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HBasePlacementTest {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();
  private static final TableName TABLE = TableName.valueOf("life");
  private static final byte[] ONE = Bytes.toBytes("one");
  private static final byte[] OTHER = Bytes.toBytes("other");
  private static final int ROWS = 400;
  private static final int VALUE_BYTES = 2000;
  private static final long LIMIT_S = 120;

  private static LocalCluster cluster;
  private static ClusterView view;
  private static Configuration conf;
  private static Connection connection;
  private static Admin admin;
  private static int rows;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    ClusterSpec.Builder builder =
        ClusterSpec.builder(directory.resolve("c"), ClassPaths.built(HOME))
            .regionServers(2)
            .setting("hbase.tiered.wal.policy", "ALL_RAMDISK")
            .setting("hbase.tiered.flush.policy", "ALL_SSD")
            .setting("hbase.tiered.compaction.small.policy", "ALL_RAMDISK")
            .setting("hbase.tiered.compaction.small.max.size", "1m")
            .setting("hbase.tiered.compaction.policy", "HOT")
            .setting("hbase.hfile.compaction.discharger.interval", "1000");
    cluster = new LocalCluster(builder.build(), Progress.silent());
    view = cluster.startHdfs();
    cluster.startHbase();
    conf = view.hbaseConf();
    connection = ConnectionFactory.createConnection(conf);
    admin = connection.getAdmin();
    admin.createTable(
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(ONE))
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(OTHER)
                    .setConfiguration("hbase.tiered.flush.policy", "COLD")
                    .build())
            .build());
  }

  @AfterAll
  static void stop() throws Exception {
    connection.close();
    cluster.close();
  }

  private static void write(TableName name) throws IOException {
    Random random = new Random(rows);
    try (Table table = connection.getTable(name)) {
      List<Put> puts = new ArrayList<>();
      for (int row = 0; row < ROWS; row++) {
        byte[] value = new byte[VALUE_BYTES];
        random.nextBytes(value);
        byte[] key = Bytes.toBytes(String.format("%08x", random.nextInt() & 0x7fffffff));
        puts.add(new Put(key).addColumn(ONE, ONE, value).addColumn(OTHER, ONE, value));
      }
      table.put(puts);
    }
    rows += ROWS;
  }

  private static long count(TableName name) throws IOException {
    long count = 0;
    try (Table table = connection.getTable(name);
        ResultScanner scanner = table.getScanner(new Scan())) {
      while (scanner.next() != null) {
        count++;
      }
    }
    return count;
  }

  /** Class of files in a family to storage type, as in {@code one/FLUSHED=[SSD]}. */
  private static Map<String, String> placed(TableName name) throws IOException {
    TableDescriptor table = admin.getDescriptor(name);
    Map<String, String> placed = new TreeMap<>();
    for (PlacementRow row : new TablePlacement(conf).read(table)) {
      assertThat(row.bytesOutOfPlace()).as("%s", row).isZero();
      placed.put(row.family() + "/" + row.fileClass(), row.bytes().keySet().toString());
    }
    return placed;
  }

  private static void compact(boolean major) throws Exception {
    if (major) {
      admin.majorCompact(TABLE);
    } else {
      admin.compact(TABLE);
    }
    await("a compaction", () -> admin.getCompactionState(TABLE) == CompactionState.NONE);
    await(
        "files compacted away",
        () -> {
          // regions that were split or merged keep their files until it has looked
          admin.runCatalogJanitor();
          return files() <= 2L * admin.getRegions(TABLE).size();
        });
  }

  private static int files() throws IOException {
    return new TablePlacement(conf)
        .read(admin.getDescriptor(TABLE)).stream().mapToInt(PlacementRow::files).sum();
  }

  private static Set<String> walTypes() throws IOException {
    Set<String> types = new TreeSet<>();
    try (FileSystem fs = FileSystem.newInstance(view.hdfsConf())) {
      var files = fs.listFiles(new org.apache.hadoop.fs.Path("/hbase/WALs"), true);
      while (files.hasNext()) {
        for (BlockLocation block : files.next().getBlockLocations()) {
          for (StorageType type : block.getStorageTypes()) {
            types.add(type.name());
          }
        }
      }
    }
    return types;
  }

  private static void await(String what, Callable<Boolean> done) throws Exception {
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
    // what was asked for begins a little later
    Thread.sleep(1000);
    while (!done.call()) {
      assertThat(System.nanoTime()).as("time limit of %s", what).isLessThan(endNs);
      Thread.sleep(300);
    }
  }

  @Test
  @Order(1)
  void flushedFilesOfEachFamilyGoByTheirOwnKey() throws Exception {
    write(TABLE);
    admin.flush(TABLE);
    assertThat(placed(TABLE))
        .isEqualTo(Map.of("one/FLUSHED", "[SSD]", "other/FLUSHED", "[ARCHIVE]"));
  }

  @Test
  @Order(2)
  void smallCompactedFilesGoToTheFastMedium() throws Exception {
    compact(true);
    assertThat(placed(TABLE))
        .isEqualTo(
            Map.of("one/COMPACTED_SMALL", "[RAMDISK]", "other/COMPACTED_SMALL", "[RAMDISK]"));
  }

  @Test
  @Order(3)
  void largeCompactedFilesGoToDisk() throws Exception {
    write(TABLE);
    admin.flush(TABLE);
    assertThat(placed(TABLE)).hasSize(4);
    compact(true);
    assertThat(placed(TABLE))
        .isEqualTo(Map.of("one/COMPACTED", "[DISK]", "other/COMPACTED", "[DISK]"));
  }

  @Test
  @Order(4)
  void splitRegionsKeepTheirPlaces() throws Exception {
    RegionInfo region = admin.getRegions(TABLE).get(0);
    admin
        .splitRegionAsync(region.getRegionName(), Bytes.toBytes("40000000"))
        .get(LIMIT_S, TimeUnit.SECONDS);
    compact(true);
    // each half is below the bound again
    assertThat(placed(TABLE).keySet()).contains("one/COMPACTED_SMALL", "other/COMPACTED_SMALL");
    assertThat(count(TABLE)).isEqualTo(rows);
  }

  @Test
  @Order(5)
  void mergedRegionsKeepTheirPlaces() throws Exception {
    List<RegionInfo> regions = admin.getRegions(TABLE);
    admin
        .mergeRegionsAsync(
            new byte[][] {regions.get(0).getRegionName(), regions.get(1).getRegionName()}, true)
        .get(LIMIT_S, TimeUnit.SECONDS);
    write(TABLE);
    admin.flush(TABLE);
    compact(true);
    assertThat(placed(TABLE))
        .isEqualTo(Map.of("one/COMPACTED", "[DISK]", "other/COMPACTED", "[DISK]"));
  }

  @Test
  @Order(6)
  void movedRegionFlushesWhereItShould() throws Exception {
    RegionInfo region = admin.getRegions(TABLE).get(0);
    ServerName here;
    try (var locator = connection.getRegionLocator(TABLE)) {
      here = locator.getRegionLocation(region.getStartKey(), true).getServerName();
    }
    ServerName there =
        admin.getRegionServers().stream()
            .filter(one -> !one.equals(here))
            .findFirst()
            .orElseThrow();
    admin.move(region.getEncodedNameAsBytes(), there);
    write(TABLE);
    admin.flush(TABLE);
    assertThat(placed(TABLE))
        .containsEntry("one/FLUSHED", "[SSD]")
        .containsEntry("other/FLUSHED", "[ARCHIVE]");
  }

  @Test
  @Order(7)
  void snapshotCloneAndRestoreKeepRowsAndPlaces() throws Exception {
    admin.snapshot("s", TABLE);
    TableName clone = TableName.valueOf("clone");
    admin.cloneSnapshot("s", clone);
    assertThat(count(clone)).isEqualTo(rows);
    int before = rows;
    write(clone);
    admin.flush(clone);
    assertThat(placed(clone)).containsEntry("one/FLUSHED", "[SSD]");
    rows = before;

    admin.disableTable(TABLE);
    admin.restoreSnapshot("s");
    admin.enableTable(TABLE);
    assertThat(count(TABLE)).isEqualTo(rows);
    placed(TABLE);
    admin.disableTable(clone);
    admin.deleteTable(clone);
    admin.deleteSnapshot("s");
  }

  @Test
  @Order(8)
  void nothingIsLostOrMisplacedWhenAServerIsKilled() throws Exception {
    write(TABLE);
    ServerName victim;
    try (var locator = connection.getRegionLocator(TABLE)) {
      victim = locator.getAllRegionLocations().get(0).getServerName();
    }
    ClusterStatus.DaemonStatus daemon =
        view.status().daemons().stream()
            .filter(one -> one.address().contains(":" + victim.getPort()))
            .findFirst()
            .orElseThrow();
    ProcessHandle.of(daemon.pid()).orElseThrow().destroyForcibly();
    await("recovery", () -> count(TABLE) == rows && admin.getRegionServers().size() == 1);
    admin.flush(TABLE);
    compact(true);
    assertThat(count(TABLE)).isEqualTo(rows);
    assertThat(placed(TABLE)).containsKeys("one/COMPACTED", "other/COMPACTED");
    assertThat(walTypes()).containsExactly("RAMDISK");
  }

  @Test
  @Order(9)
  void truncatedTableStartsAnew() throws Exception {
    admin.disableTable(TABLE);
    admin.truncateTable(TABLE, true);
    rows = 0;
    write(TABLE);
    admin.flush(TABLE);
    assertThat(placed(TABLE))
        .isEqualTo(Map.of("one/FLUSHED", "[SSD]", "other/FLUSHED", "[ARCHIVE]"));
    assertThat(count(TABLE)).isEqualTo(rows);
    admin.disableTable(TABLE);
    admin.deleteTable(TABLE);
  }
}
