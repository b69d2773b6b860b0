package org.tieredhdfs.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.StripeStoreEngine;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where files come to lie, seen in the NameNode's own answer. */
class PlacementTest {
  private static final byte[] FAST = Bytes.toBytes("fast");
  private static final byte[] PLAIN = Bytes.toBytes("plain");
  private static final int VALUE_BYTES = 1000;

  private static TieredHBase hbase;
  private static Admin admin;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    hbase =
        new TieredHBase(
            directory,
            Map.of(
                "hbase.tiered.wal.policy", "ALL_SSD",
                "hbase.tiered.flush.policy", "ALL_SSD",
                "hbase.tiered.compaction.small.policy", "HOT",
                "hbase.tiered.compaction.small.max.size", "200k",
                "hbase.tiered.compaction.policy", "COLD",
                "hbase.tiered.bulkload.policy", "COLD",
                "hbase.tiered.mob.policy", "COLD"));
    admin = hbase.connection().getAdmin();
  }

  @AfterAll
  static void stop() throws Exception {
    admin.close();
    hbase.close();
  }

  private static TableName create(String name, Map<String, String> values, byte[]... families)
      throws IOException {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf(name));
    values.forEach(table::setValue);
    for (byte[] family : families) {
      table.setColumnFamily(ColumnFamilyDescriptorBuilder.of(family));
    }
    admin.createTable(table.build());
    return TableName.valueOf(name);
  }

  private static void write(TableName name, byte[] family, int firstRow, int rows)
      throws IOException {
    Random random = new Random(firstRow);
    try (Table table = hbase.connection().getTable(name)) {
      for (int row = firstRow; row < firstRow + rows; row++) {
        byte[] value = new byte[VALUE_BYTES];
        random.nextBytes(value);
        table.put(new Put(Bytes.toBytes(row)).addColumn(family, FAST, value));
      }
    }
  }

  private static Set<StorageType> types(TableName table, byte[] family) throws IOException {
    HRegion region = hbase.onlyRegion(table);
    return hbase.typesUnder(region.getRegionFileSystem().getStoreDir(Bytes.toString(family)));
  }

  @Test
  void walLiesWhereItsPolicySays() throws Exception {
    TableName table = create("wal", Map.of(), FAST);
    write(table, FAST, 0, 10);
    org.apache.hadoop.fs.Path wals =
        new org.apache.hadoop.fs.Path(hbase.conf().get("hbase.rootdir"), "WALs");

    assertThat(hbase.typesUnder(wals)).containsExactly(StorageType.SSD);
  }

  @Test
  void flushedSmallAndLargeFilesEachGoTheirWay() throws Exception {
    TableName table = create("classes", Map.of(), FAST);
    write(table, FAST, 0, 50);
    admin.flush(table);
    assertThat(types(table, FAST)).containsExactly(StorageType.SSD);

    write(table, FAST, 50, 50);
    admin.flush(table);
    hbase.onlyRegion(table).compact(true);
    discardCompacted(table);
    assertThat(types(table, FAST)).containsExactly(StorageType.DISK);

    write(table, FAST, 100, 200);
    admin.flush(table);
    assertThat(types(table, FAST)).containsExactlyInAnyOrder(StorageType.SSD, StorageType.DISK);
    hbase.onlyRegion(table).compact(true);
    discardCompacted(table);
    assertThat(types(table, FAST)).containsExactly(StorageType.ARCHIVE);
  }

  private static void discardCompacted(TableName table) throws IOException {
    for (var store : hbase.onlyRegion(table).getStores()) {
      store.closeAndArchiveCompactedFiles();
    }
  }

  @Test
  void fileThatCameOutSmallIsCorrected() throws Exception {
    TableName table = create("shrinks", Map.of(), FAST);
    // the same rows over and over: inputs beyond the bound, an output below it
    for (int round = 0; round < 4; round++) {
      write(table, FAST, 0, 80);
      admin.flush(table);
    }
    long before = PlacementMetrics.get().value("corrections");
    hbase.onlyRegion(table).compact(true);

    assertThat(PlacementMetrics.get().value("corrections")).isEqualTo(before + 1);
    org.apache.hadoop.fs.Path file =
        hbase.onlyRegion(table).getStore(FAST).getStorefiles().iterator().next().getPath();
    assertThat(hbase.fileSystem().getStoragePolicy(file).getName()).isEqualTo("HOT");
  }

  @Test
  void keysOfATableAndOfAFamilyComeBeforeTheGlobalOnes() throws Exception {
    ColumnFamilyDescriptor own =
        ColumnFamilyDescriptorBuilder.newBuilder(PLAIN)
            .setConfiguration("hbase.tiered.flush.policy", "COLD")
            .build();
    TableDescriptor table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("own"))
            .setValue("hbase.tiered.flush.policy", "HOT")
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAST))
            .setColumnFamily(own)
            .build();
    admin.createTable(table);
    write(table.getTableName(), FAST, 0, 10);
    write(table.getTableName(), PLAIN, 0, 10);
    admin.flush(table.getTableName());

    assertThat(types(table.getTableName(), FAST)).containsExactly(StorageType.DISK);
    assertThat(types(table.getTableName(), PLAIN)).containsExactly(StorageType.ARCHIVE);
  }

  @Test
  void fileTrackerWritesInPlaceAndIsRoutedAsWell() throws Exception {
    TableName table = create("tracked", Map.of("hbase.store.file-tracker.impl", "FILE"), FAST);
    write(table, FAST, 0, 30);
    admin.flush(table);

    org.apache.hadoop.fs.Path file =
        hbase.onlyRegion(table).getStore(FAST).getStorefiles().iterator().next().getPath();
    assertThat(hbase.fileSystem().getStoragePolicy(file).getName()).isEqualTo("ALL_SSD");
    assertThat(types(table, FAST)).contains(StorageType.SSD);
  }

  @Test
  void stripesAreRoutedByTheEngineForThem() throws Exception {
    TableName table =
        create(
            "stripes",
            Map.of(StoreEngine.STORE_ENGINE_CLASS_KEY, TieredStripeStoreEngine.class.getName()),
            FAST);
    write(table, FAST, 0, 30);
    admin.flush(table);

    assertThat(types(table, FAST)).containsExactly(StorageType.SSD);
  }

  @Test
  void tableWithAnotherEngineGoesByItsDirectoryAndIsCounted() throws Exception {
    long before = PlacementMetrics.get().value("unroutedStores");
    TableName table =
        create(
            "foreign",
            Map.of(StoreEngine.STORE_ENGINE_CLASS_KEY, StripeStoreEngine.class.getName()),
            FAST);
    write(table, FAST, 0, 30);
    admin.flush(table);

    assertThat(PlacementMetrics.get().value("unroutedStores")).isEqualTo(before + 1);
    assertThat(types(table, FAST)).containsExactly(StorageType.ARCHIVE);
  }

  @Test
  void mobFilesGoByTheirOwnPolicy() throws Exception {
    TableDescriptor table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("mob"))
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(FAST)
                    .setMobEnabled(true)
                    .setMobThreshold(100)
                    .build())
            .build();
    admin.createTable(table);
    write(table.getTableName(), FAST, 0, 30);
    admin.flush(table.getTableName());

    org.apache.hadoop.fs.Path mobs =
        new org.apache.hadoop.fs.Path(hbase.conf().get("hbase.rootdir"), "mobdir/data/default/mob");
    assertThat(hbase.typesUnder(mobs)).containsExactly(StorageType.ARCHIVE);
  }

  @Test
  void bulkLoadedFileGetsItsPolicy() throws Exception {
    TableName table = create("bulk", Map.of(), FAST);
    org.apache.hadoop.fs.Path root =
        new org.apache.hadoop.fs.Path(hbase.conf().get("hbase.rootdir"));
    org.apache.hadoop.fs.Path source = new org.apache.hadoop.fs.Path(root, "../loads");
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(source, "fast/one");
    try (HFile.Writer writer =
        HFile.getWriterFactory(hbase.conf(), new CacheConfig(hbase.conf()))
            .withPath(hbase.fileSystem(), file)
            .withFileContext(new HFileContextBuilder().build())
            .create()) {
      writer.append(new KeyValue(Bytes.toBytes("row"), FAST, FAST, Bytes.toBytes("value")));
    }
    BulkLoadHFiles.create(hbase.conf()).bulkLoad(table, source);

    org.apache.hadoop.fs.Path loaded =
        hbase.onlyRegion(table).getStore(FAST).getStorefiles().iterator().next().getPath();
    assertThat(hbase.fileSystem().getStoragePolicy(loaded).getName()).isEqualTo("COLD");
  }

  @Test
  void tableWithBadKeysIsRefusedWithAllFaults() {
    assertThatThrownBy(
            () ->
                create(
                    "bad",
                    Map.of(
                        "hbase.tiered.flush.policy", "FASTEST",
                        "hbase.tiered.compaction.small.max.size", "big",
                        "hbase.tiered.wal.policy", "HOT",
                        "hbase.tiered.flsh.policy", "HOT"),
                    FAST))
        .hasMessageContaining("hbase.tiered.flush.policy: 'FASTEST'")
        .hasMessageContaining("hbase.tiered.compaction.small.max.size: 'big'")
        .hasMessageContaining("hbase.tiered.wal.policy: cannot be given for a table")
        .hasMessageContaining("hbase.tiered.flsh.policy: there is no such key");
  }

  @Test
  void bytesAskedAndGotAreCountedAfterTheCommit() throws Exception {
    long before = PlacementMetrics.get().value("bytesGotFlushedSsd");
    TableName table = create("counted", Map.of(), FAST);
    write(table, FAST, 0, 30);
    admin.flush(table);

    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (PlacementMetrics.get().value("bytesGotFlushedSsd") == before
        && System.nanoTime() < deadlineNs) {
      Thread.sleep(50);
    }
    assertThat(PlacementMetrics.get().value("bytesGotFlushedSsd") - before)
        .isGreaterThanOrEqualTo(30L * VALUE_BYTES);
    assertThat(PlacementMetrics.get().value("bytesFellBackFlushed")).isZero();
  }
}
