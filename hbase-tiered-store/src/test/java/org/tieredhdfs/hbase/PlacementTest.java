package org.tieredhdfs.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.StripeStoreEngine;
import org.apache.hadoop.hbase.shaded.protobuf.RequestConverter;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.impl.MetricsExportHelper;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Where files come to lie, seen in the NameNode's own answer. */
class PlacementTest {
  private static final byte[] FAST = Bytes.toBytes("fast");
  private static final byte[] PLAIN = Bytes.toBytes("plain");

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
                "hbase.tiered.mob.policy", "COLD",
                "dfs.namenode.accesstime.precision", "1"));
    admin = hbase.connection().getAdmin();
  }

  @AfterAll
  static void stop() throws Exception {
    admin.close();
    hbase.close();
  }

  private static Rows rows(String table, Map<String, String> values) throws IOException {
    return new Rows(hbase, Rows.create(hbase, table, values));
  }

  private static String policy(org.apache.hadoop.fs.Path file) throws IOException {
    return hbase.fileSystem().getStoragePolicy(file).getName();
  }

  @Test
  void walLiesWhereItsPolicySays() throws Exception {
    rows("wal", Map.of()).write(0, 10);
    org.apache.hadoop.fs.Path wals =
        new org.apache.hadoop.fs.Path(hbase.conf().get("hbase.rootdir"), "WALs");

    assertThat(hbase.typesUnder(wals)).containsExactly(StorageType.SSD);
  }

  @Test
  void flushedSmallAndLargeFilesEachGoTheirWay() throws Exception {
    Rows rows = rows("classes", Map.of());
    rows.write(0, 50);
    rows.flush();
    assertThat(rows.types()).containsExactly(StorageType.SSD);

    rows.write(50, 50);
    rows.flush();
    rows.compact();
    assertThat(rows.types()).containsExactly(StorageType.DISK);

    rows.write(100, 200);
    rows.flush();
    assertThat(rows.types()).containsExactlyInAnyOrder(StorageType.SSD, StorageType.DISK);
    rows.compact();
    assertThat(rows.types()).containsExactly(StorageType.ARCHIVE);
  }

  @Test
  void fileThatCameOutSmallIsCorrectedAndHasToMove() throws Exception {
    Rows rows = rows("shrinks", Map.of());
    // the same rows over and over: inputs beyond the bound, an output below it
    for (int round = 0; round < 4; round++) {
      rows.write(0, 80);
      rows.flush();
    }
    long before = PlacementMetrics.get().value("corrections");
    long fellBack = PlacementMetrics.get().value("bytesFellBackCompactedSmall");
    long toMove = PlacementMetrics.get().value("filesToMove");
    rows.compact();

    assertThat(PlacementMetrics.get().value("corrections")).isEqualTo(before + 1);
    assertThat(policy(rows.file())).isEqualTo("HOT");
    Rows.await(() -> PlacementMetrics.get().value("filesToMove") > toMove);
    assertThat(PlacementMetrics.get().value("bytesFellBackCompactedSmall")).isEqualTo(fellBack);
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
    Rows fast = new Rows(hbase, table.getTableName(), FAST);
    Rows plain = new Rows(hbase, table.getTableName(), PLAIN);
    fast.write(0, 10);
    plain.write(0, 10);
    fast.flush();

    assertThat(fast.types()).containsExactly(StorageType.DISK);
    assertThat(plain.types()).containsExactly(StorageType.ARCHIVE);
  }

  @Test
  void fileTrackerWritesInPlaceAndIsRoutedAsWell() throws Exception {
    Rows rows = rows("tracked", Map.of("hbase.store.file-tracker.impl", "FILE"));
    rows.write(0, 30);
    rows.flush();

    assertThat(policy(rows.file())).isEqualTo("ALL_SSD");
    assertThat(rows.types()).contains(StorageType.SSD);
  }

  @Test
  void stripesAreRoutedByTheEngineForThem() throws Exception {
    Rows rows =
        rows(
            "stripes",
            Map.of(StoreEngine.STORE_ENGINE_CLASS_KEY, TieredStripeStoreEngine.class.getName()));
    rows.write(0, 30);
    rows.flush();

    assertThat(rows.types()).containsExactly(StorageType.SSD);
  }

  @Test
  void tableWithAnotherEngineGoesByItsDirectoryAndIsCounted() throws Exception {
    long before = PlacementMetrics.get().value("unroutedStores");
    Rows rows =
        rows(
            "foreign",
            Map.of(StoreEngine.STORE_ENGINE_CLASS_KEY, StripeStoreEngine.class.getName()));
    rows.write(0, 30);
    rows.flush();

    assertThat(PlacementMetrics.get().value("unroutedStores")).isEqualTo(before + 1);
    assertThat(rows.types()).containsExactly(StorageType.ARCHIVE);
  }

  @Test
  void tableThatCannotBeRoutedSaysSoOnceHoweverOftenItIsOpened() throws Exception {
    LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(StoreDirectories.class));
    try {
      rows("told", Map.of(StoreEngine.STORE_ENGINE_CLASS_KEY, StripeStoreEngine.class.getName()));
      admin.disableTable(TableName.valueOf("told"));
      admin.enableTable(TableName.valueOf("told"));
    } finally {
      log.stopCapturing();
    }

    assertThat(log.getOutput().lines().filter(line -> line.contains("told:f: ")))
        .singleElement()
        .asString()
        .endsWith(
            "told:f: store engine StripeStoreEngine cannot place its files one by one;"
                + " all of them get hbase.tiered.compaction.policy");
  }

  @Test
  void mobFilesGoByTheirOwnPolicyWhoeverWritesThem() throws Exception {
    TableName table =
        Rows.create(
            hbase,
            TableDescriptorBuilder.newBuilder(TableName.valueOf("mob")),
            ColumnFamilyDescriptorBuilder.newBuilder(Rows.FAMILY)
                .setMobEnabled(true)
                .setMobThreshold(100));
    Rows rows = new Rows(hbase, table);
    rows.write(0, 30);
    rows.flush();
    rows.write(30, 30);
    rows.flush();
    rows.compact();

    org.apache.hadoop.fs.Path mobs =
        new org.apache.hadoop.fs.Path(hbase.conf().get("hbase.rootdir"), "mobdir/data/default/mob");
    assertThat(hbase.typesUnder(mobs)).containsExactly(StorageType.ARCHIVE);
    assertThat(rows.count()).isEqualTo(60);
  }

  private static long counted(String name) {
    return PlacementMetrics.get().value(name);
  }

  @Test
  void bulkLoadedFileGetsItsPolicy() throws Exception {
    Rows rows = rows("bulk", Map.of());
    bulkLoad("bulk");

    assertThat(policy(rows.file())).isEqualTo("COLD");
    assertThat(rows.count()).isEqualTo(1);
  }

  @Test
  void aFamilysOwnPolicyOfHBaseHoldsForBulkLoadedFilesToo() throws Exception {
    Rows rows =
        new Rows(
            hbase,
            Rows.create(
                hbase,
                TableDescriptorBuilder.newBuilder(TableName.valueOf("bulk-pinned")),
                ColumnFamilyDescriptorBuilder.newBuilder(Rows.FAMILY).setStoragePolicy("ONE_SSD")));
    bulkLoad("bulk-pinned");

    assertThat(policy(rows.file())).isEqualTo("ONE_SSD");
    assertThat(rows.count()).isEqualTo(1);
  }

  private static void bulkLoad(String table) throws IOException {
    org.apache.hadoop.fs.Path root =
        new org.apache.hadoop.fs.Path(hbase.conf().get("hbase.rootdir"));
    org.apache.hadoop.fs.Path source = new org.apache.hadoop.fs.Path(root, "../loads-" + table);
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(source, "f/one");
    try (HFile.Writer writer =
        HFile.getWriterFactory(hbase.conf(), new CacheConfig(hbase.conf()))
            .withPath(hbase.fileSystem(), file)
            .withFileContext(new HFileContextBuilder().build())
            .create()) {
      writer.append(new KeyValue(Bytes.toBytes("row"), Rows.FAMILY, FAST, Bytes.toBytes("value")));
    }
    BulkLoadHFiles.create(hbase.conf()).bulkLoad(TableName.valueOf(table), source);
  }

  /** HBase calls the hook without paths then, and ends a server whose hook throws. */
  @Test
  void aBulkLoadThatFailsEndsNoServer() throws Exception {
    Rows rows = rows("bulk-fails", Map.of());
    long failed = counted("hooksFailed");
    HRegion region = hbase.onlyRegion(TableName.valueOf("bulk-fails"));
    String gone =
        new org.apache.hadoop.fs.Path(hbase.conf().get("hbase.rootdir"), "gone").toString();
    var request =
        RequestConverter.buildBulkLoadHFileRequest(
            List.of(new Pair<>(Rows.FAMILY, gone)),
            region.getRegionInfo().getRegionName(),
            true,
            null,
            "",
            false,
            List.of(),
            false);
    assertThat(hbase.regionServer().getRSRpcServices().bulkLoadHFile(null, request).getLoaded())
        .isFalse();
    rows.write(0, 1);
    assertThat(rows.count()).isEqualTo(1);
    assertThat(hbase.regionServer().isAborted()).isFalse();
    assertThat(counted("hooksFailed")).isEqualTo(failed);
  }

  @Test
  void aFamilysOwnPolicyOfHBaseComesBeforeTheGlobalOnes() throws Exception {
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(Rows.FAMILY).setStoragePolicy("COLD");
    TableName pinned =
        Rows.create(hbase, TableDescriptorBuilder.newBuilder(TableName.valueOf("pinned")), family);
    TableName byTable =
        Rows.create(hbase, "pinned-table", Map.of("hbase.hstore.block.storage.policy", "COLD"));
    for (TableName table : List.of(pinned, byTable)) {
      Rows rows = new Rows(hbase, table);
      rows.write(0, 50);
      rows.flush();
      assertThat(rows.types()).containsExactly(StorageType.ARCHIVE);
      rows.write(50, 50);
      rows.flush();
      rows.compact();
      assertThat(rows.types()).containsExactly(StorageType.ARCHIVE);
    }
  }

  /** As HBase reads it: a pin that was taken back is none. */
  @Test
  void aFamilysPolicyThatIsNoneIsNone() throws Exception {
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(Rows.FAMILY).setStoragePolicy("NONE");
    Rows rows =
        new Rows(
            hbase,
            Rows.create(
                hbase, TableDescriptorBuilder.newBuilder(TableName.valueOf("unpinned")), family));
    rows.write(0, 50);
    rows.flush();
    assertThat(rows.types()).containsExactly(StorageType.SSD);
  }

  @Test
  void aFamilysOwnKeyComesBeforeItsPolicyOfHBase() throws Exception {
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(Rows.FAMILY)
            .setStoragePolicy("COLD")
            .setConfiguration("hbase.tiered.flush.policy", "HOT");
    Rows rows =
        new Rows(
            hbase,
            Rows.create(
                hbase, TableDescriptorBuilder.newBuilder(TableName.valueOf("both")), family));
    rows.write(0, 50);
    rows.flush();
    assertThat(rows.types()).containsExactly(StorageType.DISK);
    rows.write(50, 50);
    rows.flush();
    rows.compact();
    assertThat(rows.types()).containsExactly(StorageType.ARCHIVE);
  }

  @Test
  void tableWithBadKeysIsRefusedWithAllFaults() {
    assertThatThrownBy(
            () ->
                rows(
                    "bad",
                    Map.of(
                        "hbase.tiered.flush.policy", "FASTEST",
                        "hbase.tiered.compaction.small.max.size", "big",
                        "hbase.tiered.wal.policy", "HOT",
                        "hbase.tiered.flsh.policy", "HOT")))
        .hasMessageContaining("hbase.tiered.flush.policy: 'FASTEST'")
        .hasMessageContaining("hbase.tiered.compaction.small.max.size: 'big'")
        .hasMessageContaining("hbase.tiered.wal.policy: cannot be set for a table")
        .hasMessageContaining("hbase.tiered.flsh.policy: no such key");
  }

  @Test
  void bytesAskedAndGotAreCountedAfterTheCommit() throws Exception {
    long before = counted("bytesGotFlushedSsd");
    long fellBack = counted("bytesFellBackFlushed");
    Rows rows = rows("counted", Map.of());
    rows.write(0, 30);
    rows.flush();

    Rows.await(() -> counted("bytesGotFlushedSsd") - before >= 30L * Rows.VALUE_BYTES);
    assertThat(counted("bytesFellBackFlushed")).isEqualTo(fellBack);
  }

  /** By a user like HBase's, who is no superuser. */
  @Test
  void theLookForAFilesPlaceTellsItsPolicyAndLeavesItsAccessTimeAlone() throws Exception {
    DistributedFileSystem fs = hbase.fileSystem();
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/looked-at");
    DFSTestUtil.createFile(fs, file, 1000, (short) 1, 7);
    fs.setStoragePolicy(file, "COLD");
    long read = fs.getFileStatus(file).getAccessTime();
    Rows.await(() -> System.currentTimeMillis() > read + 1);

    UserGroupInformation user = UserGroupInformation.createRemoteUser("nobody-special");
    HdfsLocatedFileStatus found =
        FilePlace.look(DFSTestUtil.getFileSystemAs(user, fs.getConf()), file);
    assertThat(found.getStoragePolicy()).isEqualTo(HdfsConstants.COLD_STORAGE_POLICY_ID);
    assertThat(FilePlace.of(found, StorageType.ARCHIVE).elsewhereBytes()).isEqualTo(1000);
    assertThat(fs.getFileStatus(file).getAccessTime()).isEqualTo(read);
  }

  @Test
  void logsAreCountedWhenAnotherOneFollows() throws Exception {
    long before = counted("bytesGotWalSsd");
    rows("logged", Map.of()).write(0, 30);
    admin.rollWALWriter(hbase.regionServer().getServerName());

    Rows.await(() -> counted("bytesGotWalSsd") - before >= 30L * Rows.VALUE_BYTES);
    // both are counted for a log, one after the other
    Rows.await(() -> counted("bytesAskedWalSsd") == counted("bytesGotWalSsd"));
  }

  @Test
  void countersAreInWhatPrometheusGets() throws Exception {
    Rows rows = rows("exported", Map.of());
    rows.write(0, 10);
    rows.flush();

    Set<String> wanted = Set.of("bytesGotFlushedSsd", "bytesAskedFlushedSsd", "policySetFlushed");
    // HBase stops the metrics system for half a second after regions were opened or closed
    Rows.await(() -> exported().containsAll(wanted));
  }

  private static Set<String> exported() {
    Set<String> names = new TreeSet<>();
    for (MetricsRecord record : MetricsExportHelper.export()) {
      if (record.name().equals(PlacementMetrics.NAME)) {
        record.metrics().forEach(metric -> names.add(metric.name()));
      }
    }
    return names;
  }
}
