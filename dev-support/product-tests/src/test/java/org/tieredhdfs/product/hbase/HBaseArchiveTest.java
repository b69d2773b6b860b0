package org.tieredhdfs.product.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.LocalCluster;
import org.tieredhdfs.localcluster.MoverProcess;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.waits.Waits;

/**
 * What becomes of archived files, on real daemons with the mover's service beside them: those that
 * a snapshot keeps come to the archive's medium, those that are about to be deleted or still linked
 * are left alone.
 */
@Tag("slow")
@Timeout(600)
class HBaseArchiveTest {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();
  private static final int ROWS = 200;
  private static final int VALUE_BYTES = 2000;
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final long MIN_AGE_MS = 20_000;
  private static final long WITHIN_MS = 60_000;

  private static LocalCluster cluster;
  private static MoverProcess mover;
  private static Connection connection;
  private static Admin admin;
  private static FileSystem fs;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    ClusterSpec.Builder spec =
        ClusterSpec.builder(directory.resolve("c"), ClassPaths.built(HOME))
            .setting("hbase.tiered.flush.policy", "ALL_SSD")
            .setting("hbase.tiered.compaction.policy", "ALL_SSD")
            .setting("hbase.tiered.archive.policy", "COLD")
            .setting("hbase.tiered.archive.min.age", MIN_AGE_MS / 1_000 + "s")
            .setting("hbase.master.hfilecleaner.ttl", "5000")
            .setting("hbase.master.cleaner.interval", "2000")
            .setting("dfs.mover.file.service.roots", "/hbase/archive");
    OneFamilyTable.ARCHIVE_RULE.forEach(spec::setting);
    cluster = new LocalCluster(spec.build(), Progress.silent());
    ClusterView view = cluster.startHdfs();
    cluster.startHbase();
    mover = MoverProcess.start(view, Progress.silent());
    connection = ConnectionFactory.createConnection(view.hbaseConf());
    admin = connection.getAdmin();
    fs = FileSystem.newInstance(view.hdfsConf());
  }

  @AfterAll
  static void stop() throws Exception {
    connection.close();
    fs.close();
    mover.close();
    cluster.close();
  }

  private static void writeAndFlush(TableName table) throws IOException {
    OneFamilyTable.writeAndFlush(connection, table, 0, ROWS, VALUE_BYTES);
  }

  /** Has two files merged, so that they go to the archive; waits until they are there. */
  private static Set<String> compact(TableName table) throws Exception {
    admin.majorCompact(table);
    Waits.until(
        "a compaction", LIMIT, () -> admin.getCompactionState(table) == CompactionState.NONE);
    Set<String> seen = new HashSet<>();
    Waits.until(
        "archived files of " + table,
        LIMIT,
        () -> {
          seen.addAll(archived(table).keySet());
          return seen.size() >= 2;
        });
    return seen;
  }

  /** Paths of a table's archived files with the storage types on which they lie. */
  private static Map<String, Set<String>> archived(TableName table) throws IOException {
    Map<String, Set<String>> archived = new LinkedHashMap<>();
    var root = new org.apache.hadoop.fs.Path("/hbase/archive/data/default/" + table);
    if (!fs.exists(root)) {
      return archived;
    }
    var files = fs.listFiles(root, true);
    while (files.hasNext()) {
      LocatedFileStatus file = files.next();
      String path = file.getPath().toUri().getPath();
      if (file.getLen() > 0 && !path.contains("recovered") && path.matches(".*/[0-9a-f]{32}")) {
        archived.put(path, PlacedHBase.types(file));
      }
    }
    return archived;
  }

  private static String policyOf(String path) throws IOException {
    return fs.getStoragePolicy(new org.apache.hadoop.fs.Path(path)).getName();
  }

  @Test
  void filesThatASnapshotKeepsComeToTheArchivesMediumSoonAfterTheirAge() throws Exception {
    TableName table = OneFamilyTable.create(admin, "kept");
    writeAndFlush(table);
    writeAndFlush(table);
    admin.snapshot("kept-snapshot", table);
    Set<String> files = compact(table);
    long archivedNs = System.nanoTime();
    assertThat(archived(table).values()).allMatch(types -> types.equals(Set.of("SSD")));

    Waits.until(
        "the archive's medium",
        LIMIT,
        () -> {
          Map<String, Set<String>> now = archived(table);
          assertThat(now.keySet()).as("kept by the snapshot").containsAll(files);
          return now.values().stream().allMatch(types -> types.equals(Set.of("ARCHIVE")));
        });
    long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - archivedNs);
    assertThat(tookMs).isBetween(MIN_AGE_MS - 10_000, MIN_AGE_MS + WITHIN_MS);
    for (String file : files) {
      assertThat(policyOf(file)).isEqualTo("COLD");
    }
    admin.deleteSnapshot("kept-snapshot");
  }

  @Test
  void filesOfDroppedAndTruncatedTablesThatSnapshotsKeepComeThereToo() throws Exception {
    TableName dropped = OneFamilyTable.create(admin, "dropped");
    TableName truncated = OneFamilyTable.create(admin, "truncated");
    for (TableName table : List.of(dropped, truncated)) {
      writeAndFlush(table);
      admin.snapshot(table + "-snapshot", table);
      admin.disableTable(table);
    }
    admin.deleteTable(dropped);
    admin.truncateTable(truncated, true);
    for (TableName table : List.of(dropped, truncated)) {
      Waits.until("archived files", LIMIT, () -> !archived(table).isEmpty());
      Waits.until("the archive's medium", LIMIT, () -> areAllOn(table, "ARCHIVE"));
      admin.deleteSnapshot(table + "-snapshot");
    }
  }

  private static boolean areAllOn(TableName table, String type) throws IOException {
    Map<String, Set<String>> now = archived(table);
    assertThat(now).as("kept by the snapshot").isNotEmpty();
    return now.values().stream().allMatch(types -> types.equals(Set.of(type)));
  }

  @Test
  void filesThatTheCleanerDeletesAreNeverMoved() throws Exception {
    TableName table = OneFamilyTable.create(admin, "brief");
    writeAndFlush(table);
    writeAndFlush(table);
    Set<String> files = compact(table);
    Waits.until(
        "the cleaner",
        LIMIT,
        () -> {
          Map<String, Set<String>> now = archived(table);
          assertThat(now.values()).allMatch(types -> types.equals(Set.of("SSD")));
          now.keySet().retainAll(files);
          return now.isEmpty();
        });
  }

  @Test
  void filesThatAClonedTableReadsAreLeftAlone() throws Exception {
    TableName table = OneFamilyTable.create(admin, "linked");
    writeAndFlush(table);
    writeAndFlush(table);
    admin.snapshot("linked-snapshot", table);
    TableName clone = TableName.valueOf("clone");
    admin.cloneSnapshot("linked-snapshot", clone);
    admin.deleteSnapshot("linked-snapshot");
    Set<String> files = compact(table);

    Thread.sleep(MIN_AGE_MS + 10_000);
    Map<String, Set<String>> now = archived(table);
    assertThat(now.keySet()).containsAll(files);
    for (String file : files) {
      assertThat(now.get(file)).as(file).containsExactly("SSD");
      assertThat(policyOf(file)).isEqualTo("ALL_SSD");
    }
  }
}
