package org.tieredhdfs.product.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.localcluster.MoverProcess;
import org.tieredhdfs.localcluster.spec.Progress;

/**
 * Live files that come to lie elsewhere than where they were written, on real daemons with the
 * mover's service beside them: their blocks follow, and nobody has to ask for it.
 */
@Tag("slow")
@Timeout(600)
class FollowingFilesTest {
  private static final int ROWS = 400;

  private static PlacedHBase hbase;
  private static MoverProcess mover;
  private static Admin admin;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    Map<String, String> settings = new HashMap<>(PlacedHBase.POLICIES);
    settings.put("hbase.tiered.bulkload.policy", "ALL_SSD");
    settings.put("hbase.tiered.mob.policy", "COLD");
    settings.put("dfs.mover.file.service.roots", "/hbase");
    hbase = PlacedHBase.start(directory, 1, settings);
    mover = MoverProcess.start(hbase.view(), Progress.silent());
    admin = hbase.admin();
  }

  @AfterAll
  static void stop() throws Exception {
    mover.close();
    hbase.close();
  }

  @Test
  void bulkLoadedFilesOfEachFamilyComeToTheirOwnMedium() throws Exception {
    PlacedTable table = PlacedTable.create(hbase, "loaded");
    var source = new org.apache.hadoop.fs.Path("/loads");
    try (FileSystem fs = FileSystem.newInstance(hbase.view().hdfsConf())) {
      for (byte[] family : new byte[][] {PlacedTable.ONE, PlacedTable.OTHER}) {
        writeFile(fs, new org.apache.hadoop.fs.Path(source, Bytes.toString(family) + "/f"), family);
      }
    }
    assertThat(hbase.types("/loads")).containsExactly("DISK");
    BulkLoadHFiles.create(hbase.conf()).bulkLoad(table.name(), source);

    PlacedHBase.await("the mover", () -> hbase.isInPlace(table.name()));
    assertThat(hbase.placed(table.name()))
        .isEqualTo(Map.of("one/BULK_LOADED", "[SSD]", "other/BULK_LOADED", "[ARCHIVE]"));
    assertThat(table.count()).isEqualTo(ROWS);
  }

  private void writeFile(FileSystem fs, org.apache.hadoop.fs.Path file, byte[] family)
      throws Exception {
    try (HFile.Writer writer =
        HFile.getWriterFactory(hbase.conf(), new CacheConfig(hbase.conf()))
            .withPath(fs, file)
            .withFileContext(new HFileContextBuilder().build())
            .create()) {
      for (int row = 0; row < ROWS; row++) {
        byte[] key = Bytes.toBytes(String.format("%08d", row));
        writer.append(new KeyValue(key, family, family, new byte[PlacedTable.VALUE_BYTES]));
      }
    }
  }

  @Test
  void fileThatCameOutSmallComesToTheMediumOfSmallOnes() throws Exception {
    PlacedTable table = PlacedTable.create(hbase, "shrinks");
    // the same rows twice: inputs beyond the bound of 1 MB, an output below it
    for (int round = 0; round < 2; round++) {
      table.forgetRows();
      table.writeAndFlush(ROWS);
    }
    table.compactAll();

    PlacedHBase.await("the mover", () -> hbase.isInPlace(table.name()));
    assertThat(hbase.placed(table.name()))
        .isEqualTo(
            Map.of("one/COMPACTED_SMALL", "[RAMDISK]", "other/COMPACTED_SMALL", "[RAMDISK]"));
    assertThat(table.count()).isEqualTo(ROWS);
  }

  @Test
  void mobFilesGoByTheirPolicyAndFollowThatOfTheirFamily() throws Exception {
    TableName name = TableName.valueOf("mobs");
    admin.createTable(
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(mob(PlacedTable.ONE).build())
            .setColumnFamily(
                mob(PlacedTable.OTHER)
                    .setConfiguration("hbase.tiered.mob.policy", "ALL_SSD")
                    .build())
            .build());
    PlacedTable table = new PlacedTable(hbase, name);
    table.writeAndFlush(ROWS);
    table.writeAndFlush(ROWS);
    table.compactAll();

    PlacedHBase.await("the mover", () -> hbase.isInPlace(name));
    // the files that refer to them go by the directory: MOB stores have an engine of their own
    assertThat(hbase.placed(name))
        .containsEntry("one/MOB", "[ARCHIVE]")
        .containsEntry("other/MOB", "[SSD]");
    assertThat(table.count()).isEqualTo(table.written());
  }

  private static ColumnFamilyDescriptorBuilder mob(byte[] family) {
    return ColumnFamilyDescriptorBuilder.newBuilder(family)
        .setMobEnabled(true)
        .setMobThreshold(PlacedTable.VALUE_BYTES / 2);
  }

  @Test
  void clonedAndRestoredTablesKeepRowsAndPlaces() throws Exception {
    PlacedTable table = PlacedTable.create(hbase, "original");
    table.writeAndFlush(ROWS);
    admin.snapshot("s", table.name());
    PlacedTable clone = table.clonedAs("clone");
    admin.cloneSnapshot("s", clone.name());
    assertThat(clone.count()).isEqualTo(table.written());
    clone.writeAndFlush(ROWS / 2);
    // families keep their own keys in a clone; what it has links to is the original's
    assertThat(hbase.placed(clone.name()))
        .isEqualTo(Map.of("one/FLUSHED", "[SSD]", "other/FLUSHED", "[ARCHIVE]"));
    clone.compactAll();
    assertThat(hbase.placed(clone.name()))
        .isEqualTo(Map.of("one/COMPACTED", "[DISK]", "other/COMPACTED", "[DISK]"));

    table.writeAndFlush(ROWS);
    admin.disableTable(table.name());
    admin.restoreSnapshot("s");
    admin.enableTable(table.name());
    assertThat(table.count()).isEqualTo(ROWS);
    assertThat(hbase.placed(table.name()))
        .isEqualTo(Map.of("one/FLUSHED", "[SSD]", "other/FLUSHED", "[ARCHIVE]"));
    table.writeAndFlush(ROWS / 2);
    table.compactAll();
    assertThat(hbase.placed(table.name()))
        .isEqualTo(Map.of("one/COMPACTED", "[DISK]", "other/COMPACTED", "[DISK]"));
    assertThat(table.count()).isEqualTo(ROWS + ROWS / 2);
  }
}
