package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.BLOCK_BYTES;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.ROOM_BYTES;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.cli.TieredCommand;
import org.tieredhdfs.hdfs.command.CommandExit;

/** What is lost and what is not when nodes lose what they have in memory. */
class RamForgetsTest {
  private static final int RAMDISK_VOLUME = 0;
  private static final int LIMIT_MS = 120_000;

  @TempDir File folder;
  private TieredMiniCluster cluster;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void start() throws Exception {
    Configuration conf = TieredMiniCluster.configuration();
    // the NameNode looks that often for volumes that are gone
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY, 2000);
    // a copy ordered of a node that has since forgotten the block hides the loss for that long
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY, 3);
    cluster = new TieredMiniCluster(folder, conf, ROOM_BYTES, ROOM_BYTES, ROOM_BYTES);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  /** What a reboot does: the DataNode is gone, and comes back with an empty RAM disk. */
  private void reboot(int... nodes) throws Exception {
    List<DataNodeProperties> stopped = new ArrayList<>();
    for (int node : nodes) {
      File ramDisk = cluster.dfs.getInstanceStorageDir(node, RAMDISK_VOLUME);
      assertThat(cluster.dfs.getDataNodes().get(0).getConf().get("dfs.datanode.data.dir"))
          .contains("[RAMDISK]");
      stopped.add(cluster.dfs.stopDataNode(0));
      assertThat(FileUtil.fullyDeleteContents(ramDisk)).isTrue();
    }
    for (DataNodeProperties node : stopped) {
      cluster.dfs.restartDataNode(node);
    }
    cluster.dfs.waitActive();
  }

  private int lostFiles(String... args) throws Exception {
    out.reset();
    err.reset();
    String[] all = new String[args.length + 1];
    all[0] = "lost-files";
    System.arraycopy(args, 0, all, 1, args.length);
    Configuration conf = new Configuration(cluster.fs.getConf());
    conf.set("fs.defaultFS", cluster.fs.getUri().toString());
    return TieredCommand.run(
        conf,
        all,
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void whatOneNodeForgetsIsReplicatedAnew() throws Exception {
    Path file = cluster.file(cluster.directory("all", "ALL_RAMDISK"), 3);
    byte[] before = DFSTestUtil.readFileAsBytes(cluster.fs, file);

    reboot(0);

    GenericTestUtils.waitFor(() -> isOnRamdisk(file, 9), 200, LIMIT_MS);
    assertThat(DFSTestUtil.readFileAsBytes(cluster.fs, file)).isEqualTo(before);
    assertThat(lostFiles()).isEqualTo(CommandExit.DONE);
    assertThat(out()).contains("No file is lost");
  }

  private boolean isOnRamdisk(Path file, int replicas) {
    try {
      return cluster.replicasByType(file).equals(Map.of("RAMDISK", replicas));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void whatAllNodesForgetIsNamedAndOneReplicaOnDiskIsEnough() throws Exception {
    Path all = cluster.file(cluster.directory("all", "ALL_RAMDISK"), 3);
    Path one = cluster.file(cluster.directory("one", "ONE_RAMDISK"), 2);
    // of a single replica, ONE_RAMDISK's first type is all that there is
    Path single = new Path("/one/single");
    DFSTestUtil.createFile(cluster.fs, single, BLOCK_BYTES, (short) 1, 1);
    byte[] before = DFSTestUtil.readFileAsBytes(cluster.fs, one);
    cluster.fs.setPermission(new Path("/one"), new FsPermission("700"));

    reboot(0, 1, 2);
    GenericTestUtils.waitFor(
        () -> cluster.dfs.getNamesystem().getMissingBlocksCount() == 4, 200, LIMIT_MS);

    assertThat(lostFiles()).isEqualTo(CommandExit.FOUND);
    assertThat(out())
        .contains(
            all
                + "  policy ALL_RAMDISK, 196608 of 196608 bytes lost in 3 blocks: its policy keeps"
                + " all replicas in memory")
        .contains(single + "  policy ONE_RAMDISK, 65536 of 65536 bytes lost in 1 blocks")
        .contains("2 files are lost, 262144 bytes; 2 of them have a memory-only policy")
        .doesNotContain(one.toString());
    assertThat(lostFiles("--json", "/all")).isEqualTo(CommandExit.FOUND);
    assertThat(out())
        .isEqualToIgnoringNewLines(
            "{\"files\":[{\"path\":\""
                + all
                + "\",\"policy\":\"ALL_RAMDISK\",\"lostBlocks\":3,\"lostBytes\":196608,"
                + "\"bytes\":196608,\"cause\":\"MEMORY_ONLY\"}]}");
    assertThat(lostFiles("/nowhere")).isEqualTo(CommandExit.UNREACHABLE);

    GenericTestUtils.waitFor(() -> replicas(one) == 6, 200, LIMIT_MS);
    assertThat(cluster.replicasByType(one)).isEqualTo(Map.of("RAMDISK", 2, "DISK", 4));
    assertThat(DFSTestUtil.readFileAsBytes(cluster.fs, one)).isEqualTo(before);

    // who is no superuser is told of what they may see
    UserGroupInformation user = UserGroupInformation.createUserForTesting("ann", new String[0]);
    assertThat(user.doAs((PrivilegedExceptionAction<Integer>) this::lostFiles))
        .isEqualTo(CommandExit.FOUND);
    assertThat(out()).contains(all.toString()).doesNotContain(single.toString());
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("permission denied: /one");
  }

  private int replicas(Path file) {
    try {
      return cluster.replicasByType(file).values().stream().mapToInt(Integer::intValue).sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aRunningDataNodeRefusesARamVolumeThatIsNotInMemoryAndLivesOn() throws Exception {
    DataNode dataNode = cluster.dfs.getDataNodes().get(0);
    String before = dataNode.getConf().get("dfs.datanode.data.dir");
    String onDisk = "[RAMDISK]" + new File("target").getAbsolutePath();
    dataNode.getConf().setBoolean("dfs.tiered.volume.ram.check", true);

    assertThatThrownBy(
            () ->
                dataNode.reconfigurePropertyImpl(
                    "dfs.datanode.data.dir", "[DISK]" + folder + "/new," + onDisk + "/ram"))
        .isInstanceOf(ReconfigurationException.class)
        .cause()
        .hasMessageContaining("'" + onDisk + "/ram' is not allowed; RAMDISK is a RAM type");

    assertThat(dataNode.getConf().get("dfs.datanode.data.dir")).isEqualTo(before);
    assertThat(dataNode.isDatanodeUp()).isTrue();
    assertThat(new File(folder, "new")).doesNotExist();
    cluster.file(cluster.directory("afterwards", "ALL_RAMDISK"), 1);
  }
}
