package org.tieredhdfs.product.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
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
import org.tieredhdfs.localcluster.MoverProcess;
import org.tieredhdfs.localcluster.spec.Progress;

/**
 * The life of a table on real daemons: after each step every byte lies where the class of its file
 * belongs. The mover's service follows live files, not the archive. The steps build on each other.
 */
@Tag("slow")
@Timeout(600)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TableLifeTest {
  private static final int ROWS = 400;

  private static PlacedHBase hbase;
  private static MoverProcess mover;
  private static Admin admin;
  private static PlacedTable table;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    Map<String, String> settings = new HashMap<>(PlacedHBase.POLICIES);
    // so that a minor compaction leaves large files out, as it does with real sizes
    settings.put("hbase.hstore.compaction.min.size", "300000");
    settings.put("dfs.mover.file.service.roots", "/hbase/data");
    hbase = PlacedHBase.start(directory, 2, settings);
    mover = MoverProcess.start(hbase.view(), Progress.silent());
    admin = hbase.admin();
    table = PlacedTable.create(hbase, "life");
  }

  @AfterAll
  static void stop() throws Exception {
    mover.close();
    hbase.close();
  }

  private static Map<String, String> placed() throws Exception {
    return hbase.placed(table.name());
  }

  private static ServerName serverOf(RegionInfo region) throws Exception {
    try (var locator = hbase.connection().getRegionLocator(table.name())) {
      return locator.getRegionLocation(region.getStartKey(), true).getServerName();
    }
  }

  @Test
  @Order(1)
  void flushedFilesOfEachFamilyGoByTheirOwnKey() throws Exception {
    table.writeAndFlush(ROWS);
    assertThat(placed()).isEqualTo(Map.of("one/FLUSHED", "[SSD]", "other/FLUSHED", "[ARCHIVE]"));
    assertThat(hbase.types("/hbase/WALs")).containsExactly("RAMDISK");
  }

  @Test
  @Order(2)
  void smallCompactedFilesGoToTheFastMedium() throws Exception {
    table.compactAll();
    assertThat(placed())
        .isEqualTo(
            Map.of("one/COMPACTED_SMALL", "[RAMDISK]", "other/COMPACTED_SMALL", "[RAMDISK]"));
  }

  @Test
  @Order(3)
  void largeCompactedFilesGoToDisk() throws Exception {
    table.writeAndFlush(ROWS);
    assertThat(placed()).hasSize(4);
    table.compactAll();
    assertThat(placed()).isEqualTo(Map.of("one/COMPACTED", "[DISK]", "other/COMPACTED", "[DISK]"));
  }

  @Test
  @Order(4)
  void minorCompactionLeavesTheLargeFileWhereItIs() throws Exception {
    for (int file = 0; file < 3; file++) {
      table.writeAndFlush(ROWS / 8);
    }
    admin.compact(table.name());
    PlacedHBase.await("a minor compaction", () -> hbase.files(table.name()) == 4);
    assertThat(placed())
        .isEqualTo(
            Map.of(
                "one/COMPACTED", "[DISK]",
                "one/COMPACTED_SMALL", "[RAMDISK]",
                "other/COMPACTED", "[DISK]",
                "other/COMPACTED_SMALL", "[RAMDISK]"));
    assertThat(table.count()).isEqualTo(table.written());
  }

  @Test
  @Order(5)
  void splitRegionsKeepTheirPlaces() throws Exception {
    RegionInfo region = admin.getRegions(table.name()).get(0);
    admin
        .splitRegionAsync(region.getRegionName(), Bytes.toBytes("40000000"))
        .get(PlacedHBase.LIMIT_SEC, TimeUnit.SECONDS);
    table.compactAll();
    assertThat(admin.getRegions(table.name())).hasSize(2);
    // each half is below the bound again, which shows only when it is written: its inputs were not
    PlacedHBase.await("the mover", () -> hbase.isInPlace(table.name()));
    assertThat(placed())
        .isEqualTo(
            Map.of("one/COMPACTED_SMALL", "[RAMDISK]", "other/COMPACTED_SMALL", "[RAMDISK]"));
    assertThat(table.count()).isEqualTo(table.written());
  }

  @Test
  @Order(6)
  void mergedRegionsKeepTheirPlaces() throws Exception {
    List<RegionInfo> regions = admin.getRegions(table.name());
    admin
        .mergeRegionsAsync(
            new byte[][] {regions.get(0).getRegionName(), regions.get(1).getRegionName()}, true)
        .get(PlacedHBase.LIMIT_SEC, TimeUnit.SECONDS);
    table.writeAndFlush(ROWS);
    table.compactAll();
    assertThat(admin.getRegions(table.name())).hasSize(1);
    assertThat(placed()).isEqualTo(Map.of("one/COMPACTED", "[DISK]", "other/COMPACTED", "[DISK]"));
    assertThat(table.count()).isEqualTo(table.written());
  }

  @Test
  @Order(7)
  void movedRegionFlushesWhereItShould() throws Exception {
    RegionInfo region = admin.getRegions(table.name()).get(0);
    ServerName here = serverOf(region);
    ServerName there =
        admin.getRegionServers().stream()
            .filter(one -> !one.equals(here))
            .findFirst()
            .orElseThrow();
    admin.move(region.getEncodedNameAsBytes(), there);
    table.writeAndFlush(ROWS);
    assertThat(serverOf(region)).isEqualTo(there);
    assertThat(placed())
        .isEqualTo(
            Map.of(
                "one/COMPACTED", "[DISK]",
                "one/FLUSHED", "[SSD]",
                "other/COMPACTED", "[DISK]",
                "other/FLUSHED", "[ARCHIVE]"));
  }

  @Test
  @Order(8)
  void nothingIsLostOrMisplacedWhenAServerIsKilled() throws Exception {
    table.write(ROWS);
    hbase.kill(serverOf(admin.getRegions(table.name()).get(0)));
    PlacedHBase.await(
        "recovery", () -> table.count() == table.written() && admin.getRegionServers().size() == 1);
    assertThat(placed())
        .containsEntry("one/FLUSHED", "[SSD]")
        .containsEntry("other/FLUSHED", "[ARCHIVE]");
    admin.flush(table.name());
    table.compactAll();
    assertThat(table.count()).isEqualTo(table.written());
    assertThat(placed()).isEqualTo(Map.of("one/COMPACTED", "[DISK]", "other/COMPACTED", "[DISK]"));
    assertThat(hbase.types("/hbase/WALs")).containsExactly("RAMDISK");
  }

  @Test
  @Order(9)
  void truncatedTableStartsAnew() throws Exception {
    admin.disableTable(table.name());
    admin.truncateTable(table.name(), true);
    table.forgetRows();
    table.writeAndFlush(ROWS);
    assertThat(placed()).isEqualTo(Map.of("one/FLUSHED", "[SSD]", "other/FLUSHED", "[ARCHIVE]"));
    assertThat(table.count()).isEqualTo(table.written());
  }

  @Test
  @Order(10)
  void droppedTableLeavesNothingButTheArchive() throws Exception {
    admin.disableTable(table.name());
    admin.deleteTable(table.name());
    assertThat(hbase.exists("/hbase/data/default/life")).isFalse();
    // written to SSD, RAMDISK, DISK and ARCHIVE, and left there: the mover follows live files only
    assertThat(hbase.types("/hbase/archive/data/default/life")).contains("SSD", "ARCHIVE");

    PlacedTable again = PlacedTable.create(hbase, "life");
    again.writeAndFlush(ROWS);
    assertThat(hbase.placed(again.name()))
        .isEqualTo(Map.of("one/FLUSHED", "[SSD]", "other/FLUSHED", "[ARCHIVE]"));
  }
}
