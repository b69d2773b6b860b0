package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.BLOCK_BYTES;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.RAMDISK;

import java.io.File;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.QuotaByStorageTypeExceededException;
import org.apache.hadoop.hdfs.tools.DFSAdmin;
import org.apache.hadoop.hdfs.tools.StoragePolicyAdmin;
import org.apache.hadoop.hdfs.tools.offlineEditsViewer.OfflineEditsViewer;
import org.apache.hadoop.util.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a NameNode keeps about custom types and policies, and what the stock tools show of it. */
class NamespaceTest {
  private static final StorageType NVME = StorageType.valueOf("NVME");

  @TempDir static File folder;
  private static TieredMiniCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = new TieredMiniCluster(folder);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /** Runs a stock command against the cluster and gives what it printed. */
  private static String run(Tool tool, String... args) throws Exception {
    return StockCommand.run(cluster.fs.getConf(), tool, args);
  }

  @Test
  void policiesAreSetReadAndUnset() throws Exception {
    Path directory = cluster.directory("policy", "one_ramdisk");
    assertThat(cluster.fs.getStoragePolicy(directory).getName()).isEqualTo("ONE_RAMDISK");

    StoragePolicyAdmin admin = new StoragePolicyAdmin(cluster.fs.getConf());
    run(admin, "-setStoragePolicy", "-path", "/policy", "-policy", "ALL_RAMDISK");
    assertThat(run(admin, "-getStoragePolicy", "-path", "/policy")).contains("ALL_RAMDISK:13");

    run(admin, "-unsetStoragePolicy", "-path", "/policy");
    assertThat(run(admin, "-getStoragePolicy", "-path", "/policy")).contains("unspecified");
  }

  @Test
  void policiesAreListedWithTheStockOnes() throws Exception {
    String listed = run(new StoragePolicyAdmin(cluster.fs.getConf()), "-listPolicies");

    assertThat(listed)
        .contains("ALL_RAMDISK:13, storageTypes=[RAMDISK], creationFallbacks=[SSD, DISK]")
        .contains("ONE_RAMDISK:11, storageTypes=[RAMDISK, DISK]")
        .contains("HOT:7");
  }

  @Test
  void quotaByCustomTypeIsEnforcedAndShown() throws Exception {
    Path directory = cluster.directory("quota", "ALL_RAMDISK");
    String quota = Integer.toString(6 * BLOCK_BYTES);
    DFSAdmin admin = new DFSAdmin(cluster.fs.getConf());
    run(admin, "-setSpaceQuota", quota, "-storageType", "RAMDISK", "/quota");

    cluster.file(directory, 2);
    assertThatThrownBy(() -> cluster.file(directory, 1))
        .isInstanceOf(QuotaByStorageTypeExceededException.class)
        .hasMessageContaining("RAMDISK");

    String counted =
        run(new FsShell(cluster.fs.getConf()), "-count", "-q", "-v", "-t", "RAMDISK", "/quota");
    assertThat(counted).contains("RAMDISK_QUOTA").containsPattern(quota + "\\s+0\\s");
    run(admin, "-clrSpaceQuota", "-storageType", "RAMDISK", "/quota");
    cluster.file(directory, 1);
  }

  @Test
  void typesPoliciesAndQuotasSurviveRestartsFromEditsAndFromACheckpoint() throws Exception {
    Path directory = cluster.directory("kept", "ALL_RAMDISK");
    cluster.fs.setQuotaByStorageType(directory, RAMDISK, 90L * BLOCK_BYTES);
    cluster.fs.setQuotaByStorageType(directory, NVME, 70L * BLOCK_BYTES);
    cluster.fs.setQuotaByStorageType(directory, StorageType.SSD, 50L * BLOCK_BYTES);
    Path file = cluster.file(directory, 3);
    assertKept(directory, file);

    cluster.dfs.restartNameNode(true);
    assertKept(directory, file);

    cluster.fs.setSafeMode(SafeModeAction.ENTER);
    cluster.fs.saveNamespace();
    cluster.fs.setSafeMode(SafeModeAction.LEAVE);
    cluster.dfs.restartNameNode(true);
    assertKept(directory, file);
  }

  private static void assertKept(Path directory, Path file) throws Exception {
    var quota = cluster.fs.getQuotaUsage(directory);
    assertThat(quota.getTypeQuota(RAMDISK)).isEqualTo(90L * BLOCK_BYTES);
    assertThat(quota.getTypeQuota(NVME)).isEqualTo(70L * BLOCK_BYTES);
    assertThat(quota.getTypeQuota(StorageType.SSD)).isEqualTo(50L * BLOCK_BYTES);
    assertThat(quota.getTypeConsumed(RAMDISK)).isEqualTo(9L * BLOCK_BYTES);
    assertThat(cluster.fs.getStoragePolicy(directory).getName()).isEqualTo("ALL_RAMDISK");
    assertThat(cluster.fs.getStoragePolicy(file).getName()).isEqualTo("ALL_RAMDISK");
    Map<String, Integer> wanted = Map.of("RAMDISK", 9);
    assertThat(cluster.awaitReplicasByType(file, wanted)).isEqualTo(wanted);
  }

  @Test
  void editsHoldTheStableNumberOfACustomType() throws Exception {
    Path directory = new Path("/edits");
    cluster.fs.mkdirs(directory);
    cluster.fs.setQuotaByStorageType(directory, NVME, 1L << 20);
    cluster.fs.setQuotaByStorageType(directory, StorageType.ARCHIVE, 1L << 20);
    cluster.dfs.getNameNodeRpc().rollEditLog();
    File current = new File(cluster.dfs.getNameDirs(0).iterator().next().getPath(), "current");
    File edits =
        Arrays.stream(Objects.requireNonNull(current.listFiles()))
            .filter(file -> file.getName().matches("edits_[0-9]+-[0-9]+"))
            .max(Comparator.comparing(File::getName))
            .orElseThrow();
    File xml = new File(folder, "edits.xml");

    new OfflineEditsViewer()
        .go(edits.getPath(), xml.getPath(), "xml", new OfflineEditsViewer.Flags(), null);

    assertThat(Files.readString(xml.toPath()))
        .contains("<STORAGETYPE>70</STORAGETYPE>")
        .contains("<STORAGETYPE>3</STORAGETYPE>");
  }

  @Test
  void erasureCodedFilesFollowAPolicyOfOneCustomType() throws Exception {
    Path directory = cluster.directory("ec", "ALL_RAMDISK");
    cluster.fs.enableErasureCodingPolicy("XOR-2-1-1024k");
    cluster.fs.setErasureCodingPolicy(directory, "XOR-2-1-1024k");
    Path file = new Path(directory, "file");
    DFSTestUtil.createFile(cluster.fs, file, 4096, 3L << 20, 2L << 20, (short) 1, 1);

    assertThat(cluster.replicasByType(file).keySet()).containsExactly("RAMDISK");
  }
}
