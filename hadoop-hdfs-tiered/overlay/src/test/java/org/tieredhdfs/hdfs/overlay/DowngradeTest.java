package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.BLOCK_BYTES;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.RAMDISK;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.ROOM_BYTES;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.cli.TieredCommand;
import org.tieredhdfs.hdfs.command.CommandExit;

/** From ours to stock Hadoop: what stands in the way, and that nothing does afterwards. */
@Tag("slow")
class DowngradeTest {
  private static final StorageType NVME = StorageType.valueOf("NVME");
  private static final int LIMIT_MS = 60_000;

  private static final String MOVE_AWAY =
      "move its blocks away (hdfs filemover move --recursive /)";

  @TempDir java.nio.file.Path folder;
  private final List<RunningDaemon> running = new ArrayList<>();
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @AfterEach
  void stop() {
    running.forEach(RunningDaemon::close);
  }

  private int check(TieredMiniCluster cluster, String... args) throws Exception {
    printed.reset();
    String[] all = new String[args.length + 1];
    all[0] = "downgrade-check";
    System.arraycopy(args, 0, all, 1, args.length);
    Configuration conf = new Configuration(cluster.dfs.getConfiguration(0));
    conf.set("fs.defaultFS", cluster.fs.getUri().toString());
    PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
    return TieredCommand.run(conf, all, stream, stream);
  }

  private String printed() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  private Map<String, String> site(File nameDir) throws Exception {
    Map<String, String> site = new HashMap<>();
    site.put("fs.defaultFS", "hdfs://127.0.0.1:" + RunningDaemon.freePort());
    site.put("dfs.namenode.http-address", "127.0.0.1:0");
    site.put("dfs.namenode.name.dir", nameDir.toURI().toString());
    site.put("dfs.namenode.safemode.extension", "0");
    site.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
    return site;
  }

  /** A copy of what the NameNode has on disk, for another one to be started with. */
  private File nameDir(TieredMiniCluster cluster, String copy) throws Exception {
    File from = new File(cluster.dfs.getNameDirs(0).iterator().next());
    File to = folder.resolve(copy).toFile();
    FileUtils.copyDirectory(from, to);
    Files.deleteIfExists(to.toPath().resolve("in_use.lock"));
    return to;
  }

  @Test
  void stockNameNodeFailsBeforeAndOpensTheNamespaceAfterwardsWithAllItsBlocks() throws Exception {
    List<String> before;
    List<File> disks = new ArrayList<>();
    File nameDir;
    try (TieredMiniCluster cluster = new TieredMiniCluster(folder.resolve("mini").toFile())) {
      cluster.directory("ram/deep", "ALL_RAMDISK");
      cluster.fs.setQuotaByStorageType(new Path("/ram"), NVME, 90L * BLOCK_BYTES);
      cluster.fs.setQuotaByStorageType(new Path("/ram"), StorageType.SSD, 80L * BLOCK_BYTES);
      Path file = cluster.file(cluster.directory("one", "ONE_RAMDISK"), 3);
      Path own = cluster.file(cluster.directory("disk", "HOT"), 1);
      cluster.fs.setStoragePolicy(own, "ALL_RAMDISK");
      cluster.directory("user/ann/.Trash/Current/old", "ONE_RAMDISK");
      before = listing(cluster.fs);

      assertThat(check(cluster)).isEqualTo(CommandExit.FOUND);
      assertThat(printed()).contains("transactions were not checked").contains("--checkpoint");

      assertThat(check(cluster, "--checkpoint")).isEqualTo(CommandExit.FOUND);
      assertThat(printed().lines())
          .contains("/ram/deep: storage policy ALL_RAMDISK")
          .contains("/ram: quota of storage type NVME")
          .contains("/one: storage policy ONE_RAMDISK")
          .contains("/disk/file-1: storage policy ALL_RAMDISK")
          .contains("/user/ann/.Trash/Current/old: storage policy ONE_RAMDISK")
          .contains(
              "Stock Hadoop cannot open this namespace: 5 policies and quotas to clear (--apply"
                  + " does)")
          .anyMatch(line -> line.contains("of type RAMDISK") && line.contains(MOVE_AWAY))
          .contains("3 volumes of custom types are in use");
      assertStockNameNodeFails(nameDir(cluster, "before"));

      assertThat(check(cluster, "--apply")).isEqualTo(CommandExit.FOUND);
      assertThat(printed().lines())
          .contains("cleared: /ram: quota of storage type NVME")
          .contains("cleared: /disk/file-1: storage policy ALL_RAMDISK")
          .contains("Stock Hadoop can open this namespace");
      assertThat(cluster.fs.getQuotaUsage(new Path("/ram")).getTypeQuota(StorageType.SSD))
          .isEqualTo(80L * BLOCK_BYTES);
      assertThat(cluster.fs.getQuotaUsage(new Path("/ram")).getTypeQuota(NVME)).isNegative();
      assertThat(cluster.fs.getStoragePolicy(own).getName()).isEqualTo("HOT");
      assertThat(cluster.fs.getFileStatus(file).getLen()).isEqualTo(3L * BLOCK_BYTES);
      for (int node = 0; node < 3; node++) {
        disks.add(cluster.dfs.getInstanceStorageDir(node, 2));
      }
      nameDir = nameDir(cluster, "after");
    }
    assertStockHadoopTakesOver(nameDir, disks, before);
  }

  private void assertStockNameNodeFails(File nameDir) throws Exception {
    DaemonProcess.Ended ended =
        DaemonProcess.run(
            NameNode.class,
            DaemonProcess.stockFirst(),
            site(nameDir),
            folder.resolve("stock-before"));
    assertThat(ended.exitCode()).isNotZero();
    assertThat(ended.output()).contains("Failed to start namenode");
  }

  private void assertStockHadoopTakesOver(File nameDir, List<File> disks, List<String> before)
      throws Exception {
    Map<String, String> site = site(nameDir);
    List<File> stock = DaemonProcess.stockFirst();
    RunningDaemon nameNode =
        RunningDaemon.start(NameNode.class, stock, site, folder.resolve("stock-after"));
    running.add(nameNode);
    nameNode.awaitLog("NameNode RPC up at");
    for (File disk : disks) {
      Map<String, String> ofNode = new HashMap<>(site);
      ofNode.put("dfs.datanode.data.dir", "[DISK]" + disk);
      ofNode.put("dfs.datanode.address", "127.0.0.1:0");
      ofNode.put("dfs.datanode.http.address", "127.0.0.1:0");
      ofNode.put("dfs.datanode.ipc.address", "127.0.0.1:0");
      running.add(
          RunningDaemon.start(
              DataNode.class, stock, ofNode, folder.resolve("stock-" + disks.indexOf(disk))));
    }
    Configuration conf = new Configuration();
    site.forEach(conf::set);
    try (DistributedFileSystem fs =
        (DistributedFileSystem)
            FileSystem.newInstance(URI.create(site.get("fs.defaultFS")), conf)) {
      assertThat(listing(fs)).isEqualTo(before);
      GenericTestUtils.waitFor(
          () -> {
            try {
              return DFSTestUtil.readFileAsBytes(fs, new Path("/one/file-3")).length > 0;
            } catch (Exception e) {
              return false;
            }
          },
          500,
          LIMIT_MS);
      assertThat(DFSTestUtil.readFileAsBytes(fs, new Path("/one/file-3"))).hasSize(3 * BLOCK_BYTES);
      fs.mkdirs(new Path("/new"));
      assertThat(fs.getContentSummary(new Path("/")).getFileCount()).isEqualTo(2);
    }
  }

  private static List<String> listing(DistributedFileSystem fs) throws Exception {
    List<String> paths = new ArrayList<>();
    collect(fs, new Path("/"), paths);
    return paths;
  }

  private static void collect(DistributedFileSystem fs, Path directory, List<String> paths)
      throws Exception {
    for (FileStatus status : fs.listStatus(directory)) {
      paths.add(status.getPath().toUri().getPath() + " " + status.getLen());
      if (status.isDirectory()) {
        collect(fs, status.getPath(), paths);
      }
    }
  }

  @Test
  void whatASnapshotHoldsIsNamedWithTheSnapshotThatHasToBeDeleted() throws Exception {
    try (TieredMiniCluster cluster = new TieredMiniCluster(folder.resolve("mini").toFile())) {
      Path top = cluster.directory("top", "HOT");
      Path kept = cluster.directory("top/kept", "ALL_RAMDISK");
      cluster.fs.setQuotaByStorageType(kept, RAMDISK, 90L * BLOCK_BYTES);
      Path gone = cluster.file(cluster.directory("top/gone", "ONE_RAMDISK"), 1);
      cluster.fs.allowSnapshot(top);
      cluster.fs.createSnapshot(top, "monday");
      cluster.fs.setQuotaByStorageType(kept, RAMDISK, 80L * BLOCK_BYTES);
      cluster.fs.delete(gone.getParent(), true);

      assertThat(check(cluster, "--apply")).isEqualTo(CommandExit.FOUND);
      assertThat(printed().lines())
          .contains("cleared: /top/kept: storage policy ALL_RAMDISK")
          .contains(
              "/top/kept: quota of storage type RAMDISK, held by snapshot monday of /top: delete"
                  + " that snapshot")
          .contains(
              "/top/gone: storage policy ONE_RAMDISK, held by snapshot monday of /top: delete that"
                  + " snapshot")
          .anyMatch(line -> line.matches("Stock Hadoop cannot open .* in snapshots"));

      cluster.fs.deleteSnapshot(top, "monday");
      check(cluster, "--apply");
      assertThat(printed()).contains("Stock Hadoop can open this namespace");
    }
  }

  /** Hadoop refuses to change the policy of such a file. */
  @Test
  void aFileThatKeepsThePolicyOfItsCreationIsNamedAndHindersNoOther() throws Exception {
    Map<String, String> policy =
        Map.of(
            "dfs.tiered.storage.policies", "KEPT",
            "dfs.tiered.storage.policy.KEPT.id", "9",
            "dfs.tiered.storage.policy.KEPT.types", "RAMDISK",
            "dfs.tiered.storage.policy.KEPT.copy-on-create", "true");
    try (TieredMiniCluster cluster =
        new TieredMiniCluster(
            folder.resolve("mini").toFile(), policy, ROOM_BYTES, ROOM_BYTES, ROOM_BYTES)) {
      Path kept = cluster.file(cluster.directory("kept", "KEPT"), 1);
      cluster.directory("later", "ALL_RAMDISK");

      assertThat(check(cluster, "--apply")).isEqualTo(CommandExit.FOUND);
      assertThat(printed().lines())
          .contains("cleared: /later: storage policy ALL_RAMDISK")
          .contains("not cleared: " + kept + ": storage policy KEPT: copy it, and delete it");

      cluster.fs.delete(kept, false);
      check(cluster, "--apply");
      assertThat(printed()).contains("Stock Hadoop can open this namespace");
    }
  }

  @Test
  void aKeyThatNamesAClassOfThisProjectIsListedUntilItIsGone() throws Exception {
    String key = "dfs.datanode.fsdataset.factory";
    String factory = "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory";
    try (TieredMiniCluster cluster = new TieredMiniCluster(folder.resolve("mini").toFile())) {
      assertThat(check(cluster, "-D", key + "=" + factory, "--checkpoint"))
          .isEqualTo(CommandExit.FOUND);
      assertThat(printed().lines())
          .anyMatch(line -> line.contains(": " + key + " = " + factory + ": remove " + factory))
          .contains("1 keys of this machine's configuration name classes of this project")
          .contains("Stock Hadoop can open this namespace");

      check(cluster, "--checkpoint");
      assertThat(printed()).doesNotContain(key).contains("Stock Hadoop can open this namespace");
    }
  }

  @Test
  void whoIsNoSuperuserIsToldSo() throws Exception {
    try (TieredMiniCluster cluster = new TieredMiniCluster(folder.resolve("mini").toFile())) {
      UserGroupInformation user = UserGroupInformation.createUserForTesting("ann", new String[0]);

      int code =
          user.doAs((PrivilegedExceptionAction<Integer>) () -> check(cluster, "--checkpoint"));

      assertThat(code).isEqualTo(CommandExit.UNREACHABLE);
      assertThat(printed()).containsIgnoringCase("superuser privilege is required");
    }
  }
}
