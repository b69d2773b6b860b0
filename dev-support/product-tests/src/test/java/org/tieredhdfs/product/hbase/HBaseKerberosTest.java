package org.tieredhdfs.product.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hdfs.client.HdfsAdmin;
import org.apache.hadoop.security.AccessControlException;
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
import org.tieredhdfs.mover.rpc.FileMoverClient;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.SubmitResponseProto;
import org.tieredhdfs.waits.Waits;

/**
 * Placement, archive and corrections on real daemons with Kerberos, SASL between clients and
 * DataNodes, and block tokens, where {@code hbase} owns {@code /hbase} and is no superuser of HDFS.
 */
@Tag("slow")
@Timeout(600)
class HBaseKerberosTest {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();
  private static final int VALUE_BYTES = 1_000;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private static KerberosRealm realm;
  private static LocalCluster cluster;
  private static ClusterView view;
  private static MoverProcess mover;
  private static Connection connection;
  private static Admin admin;
  private static FileSystem fs;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    realm = new KerberosRealm(directory.resolve("kdc"));
    ClusterSpec.Builder spec =
        ClusterSpec.builder(directory.resolve("c"), ClassPaths.built(HOME))
            .dataNodes(1)
            .javaOption(realm.javaOption())
            .setting("hbase.tiered.wal.policy", "ALL_RAMDISK")
            .setting("hbase.tiered.flush.policy", "ALL_SSD")
            .setting("hbase.tiered.compaction.small.policy", "ALL_RAMDISK")
            .setting("hbase.tiered.compaction.small.max.size", "200k")
            .setting("hbase.tiered.compaction.policy", "HOT")
            .setting("hbase.tiered.archive.policy", "COLD")
            .setting("hbase.tiered.archive.min.age", "5s")
            // compactions when a test asks for them, not when it does not
            .setting("hbase.hstore.compactionThreshold", "100")
            .setting("dfs.mover.file.service.roots", "/hbase/data,/hbase/archive");
    OneFamilyTable.ARCHIVE_RULE.forEach(spec::setting);
    realm.settings().forEach(spec::setting);
    cluster = new LocalCluster(spec.build(), Progress.silent());
    realm.becomes("hbase/localhost");
    view = cluster.startHdfs();
    giveHbaseItsDirectory();
    cluster.startHbase();
    mover = MoverProcess.start(view, Progress.silent());
    connection = ConnectionFactory.createConnection(view.hbaseConf());
    admin = connection.getAdmin();
    fs = FileSystem.newInstance(view.hdfsConf());
  }

  private static void giveHbaseItsDirectory() throws Exception {
    PrivilegedExceptionAction<Boolean> give =
        () -> {
          try (FileSystem superusers = FileSystem.newInstance(view.hdfsConf())) {
            var root = new org.apache.hadoop.fs.Path("/hbase");
            superusers.mkdirs(root);
            superusers.setOwner(root, "hbase", "hbase");
            return true;
          }
        };
    realm.loggedIn("hdfs/localhost").doAs(give);
  }

  @AfterAll
  static void stop() throws Exception {
    try (KerberosRealm kdc = realm;
        LocalCluster running = cluster) {
      assertThat(kdc).isNotNull();
      assertThat(running).isNotNull();
      if (mover != null) {
        mover.close();
      }
      if (connection != null) {
        admin.close();
        connection.close();
        fs.close();
      }
    }
  }

  private static void writeAndFlush(TableName table, int firstRow, int rows) throws IOException {
    OneFamilyTable.writeAndFlush(connection, table, firstRow, rows, VALUE_BYTES);
  }

  /** Has the files of a table merged into one and waits until the others are archived. */
  private static void compact(TableName table) throws Exception {
    admin.majorCompact(table);
    Waits.until(
        "a compaction",
        LIMIT,
        () ->
            admin.getCompactionState(table) == CompactionState.NONE
                && filesBelow("/hbase/data/default/" + table).size() == 1);
  }

  private static List<LocatedFileStatus> filesBelow(String directory) throws IOException {
    List<LocatedFileStatus> found = new ArrayList<>();
    var root = new org.apache.hadoop.fs.Path(directory);
    if (fs.exists(root)) {
      var files = fs.listFiles(root, true);
      while (files.hasNext()) {
        LocatedFileStatus file = files.next();
        String path = file.getPath().toUri().getPath();
        if (path.contains("/WALs/") || path.matches(".*/f/[0-9a-f]{32}")) {
          found.add(file);
        }
      }
    }
    return found;
  }

  private static Set<String> typesBelow(String directory) throws IOException {
    Set<String> types = new TreeSet<>();
    for (LocatedFileStatus file : filesBelow(directory)) {
      types.addAll(PlacedHBase.types(file));
    }
    return types;
  }

  private static SubmitResponseProto submit(String path) throws IOException {
    try (FileMoverClient client = new FileMoverClient(view.hdfsConf(), fs.getUri())) {
      return client.submit(List.of(path), false);
    }
  }

  @Test
  void hbaseIsNoSuperuser() throws Exception {
    assertThatThrownBy(() -> fs.setOwner(new org.apache.hadoop.fs.Path("/hbase"), "ann", "ann"))
        .isInstanceOf(AccessControlException.class);
    assertThatThrownBy(() -> new HdfsAdmin(fs.getUri(), view.hdfsConf()).getInotifyEventStream())
        .hasMessageContaining("Superuser privilege is required");
  }

  @Test
  void everyClassOfFilesComesToItsMedium() throws Exception {
    TableName table = OneFamilyTable.create(admin, "classes");
    String files = "/hbase/data/default/classes";
    writeAndFlush(table, 0, 200);
    assertThat(typesBelow(files)).containsExactly("SSD");
    writeAndFlush(table, 200, 200);
    compact(table);
    assertThat(typesBelow(files)).containsExactly("DISK");
    assertThat(typesBelow("/hbase/WALs")).containsExactly("RAMDISK");
    assertThat(filesBelow(files)).extracting(LocatedFileStatus::getOwner).containsOnly("hbase");
  }

  @Test
  void fileThatASnapshotKeepsComesToTheArchivesMedium() throws Exception {
    TableName table = OneFamilyTable.create(admin, "kept");
    writeAndFlush(table, 0, 100);
    writeAndFlush(table, 100, 100);
    admin.snapshot("kept-snapshot", table);
    compact(table);
    Waits.until(
        "the archive's medium",
        LIMIT,
        () -> typesBelow("/hbase/archive/data/default/kept").equals(Set.of("ARCHIVE")));
    assertThat(filesBelow("/hbase/archive/data/default/kept"))
        .hasSize(2)
        .extracting(LocatedFileStatus::getOwner)
        .containsOnly("hbase");
    admin.deleteSnapshot("kept-snapshot");
  }

  @Test
  void fileThatCameOutSmallIsCorrectedAndItsBlocksAreMoved() throws Exception {
    TableName table = OneFamilyTable.create(admin, "shrinks");
    // the same rows over and over: inputs beyond the bound, an output below it
    for (int round = 0; round < 4; round++) {
      writeAndFlush(table, 0, 80);
    }
    compact(table);
    LocatedFileStatus file = filesBelow("/hbase/data/default/shrinks").get(0);
    Waits.until(
        "the correction",
        LIMIT,
        () -> fs.getStoragePolicy(file.getPath()).getName().equals("ALL_RAMDISK"));
    Waits.until(
        "the blocks",
        LIMIT,
        () -> typesBelow("/hbase/data/default/shrinks").equals(Set.of("RAMDISK")));
  }

  @Test
  void moversServiceTakesRequestsOfHbaseForItsFilesAndOfOthersNot() throws Exception {
    TableName table = OneFamilyTable.create(admin, "asked");
    writeAndFlush(table, 0, 10);
    String path = filesBelow("/hbase/data/default/asked").get(0).getPath().toUri().getPath();
    assertThat(submit(path).hasId()).isTrue();

    PrivilegedExceptionAction<SubmitResponseProto> asAnn = () -> submit(path);
    SubmitResponseProto refused = realm.loggedIn("ann").doAs(asAnn);
    assertThat(refused.hasId()).isFalse();
    assertThat(refused.getErrors(0)).contains("Permission denied: user=ann");
  }
}
