package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.BLOCK_BYTES;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.RAMDISK;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.AdminStates;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.CombinedHostFileManager;
import org.apache.hadoop.hdfs.server.blockmanagement.HostConfigManager;
import org.apache.hadoop.hdfs.util.HostsFileWriter;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** DataNodes with custom types that are decommissioned, or go into maintenance. */
@Timeout(600)
class OutOfServiceTest {
  private static final Path FILE = new Path("/ram/file");

  @TempDir File folder;

  @Test
  void replicasComeBackOnTheSameTypeWhenANodeIsDecommissioned() throws Exception {
    Configuration conf = TieredMiniCluster.configuration();
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_DECOMMISSION_INTERVAL_KEY, 1);
    conf.setClass(
        DFSConfigKeys.DFS_NAMENODE_HOSTS_PROVIDER_CLASSNAME_KEY,
        CombinedHostFileManager.class,
        HostConfigManager.class);
    HostsFileWriter hosts = new HostsFileWriter();
    hosts.initialize(conf, new File(folder, "hosts").getPath());
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, new File(folder, "dfs"))
            .numDataNodes(3)
            .storageTypes(new StorageType[] {RAMDISK, StorageType.SSD, StorageType.DISK})
            .storagesPerDatanode(3)
            .build()) {
      cluster.waitActive();
      DistributedFileSystem fs = cluster.getFileSystem();
      fs.mkdirs(FILE.getParent());
      fs.setStoragePolicy(FILE.getParent(), "ALL_RAMDISK");
      DFSTestUtil.createFile(fs, FILE, 3L * BLOCK_BYTES, (short) 2, 1);
      DFSTestUtil.waitReplication(fs, FILE, (short) 2);

      String node = holders(fs).get(0);
      hosts.initOutOfServiceHosts(List.of(node), Map.of());
      refresh(cluster, conf);
      await(() -> stateOf(fs, node) == AdminStates.DECOMMISSIONED);
      assertThat(inService(fs)).isEqualTo(Map.of("RAMDISK", 6));

      // back, and another one into maintenance: its replicas count and stay
      String other = holders(fs).stream().filter(n -> !n.equals(node)).findFirst().orElseThrow();
      hosts.initOutOfServiceHosts(List.of(), Map.of(other, Long.MAX_VALUE));
      refresh(cluster, conf);
      await(() -> stateOf(fs, other) == AdminStates.IN_MAINTENANCE);
      assertThat(stateOf(fs, node)).isEqualTo(AdminStates.NORMAL);
      assertThat(DFSTestUtil.readFileAsBytes(fs, FILE)).hasSize(3 * BLOCK_BYTES);
      DFSTestUtil.createFile(fs, new Path("/ram/new"), BLOCK_BYTES, (short) 2, 1);
      DFSTestUtil.waitReplication(fs, new Path("/ram/new"), (short) 2);
      assertThat(TieredMiniCluster.replicasByType(fs, new Path("/ram/new")))
          .isEqualTo(Map.of("RAMDISK", 2));
    } finally {
      hosts.cleanup();
    }
  }

  /** As {@code dfsadmin -refreshNodes}, which would read the configuration of the class path. */
  private static void refresh(MiniDFSCluster cluster, Configuration conf) throws IOException {
    cluster.getNamesystem().getBlockManager().getDatanodeManager().refreshNodes(conf);
  }

  private interface Condition {
    boolean holds() throws IOException;
  }

  private static void await(Condition condition) throws Exception {
    GenericTestUtils.waitFor(
        () -> {
          try {
            return condition.holds();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        100,
        60_000);
  }

  private static List<LocatedBlock> blocks(DistributedFileSystem fs) throws IOException {
    return fs.getClient().getLocatedBlocks(FILE.toString(), 0).getLocatedBlocks();
  }

  private static List<String> holders(DistributedFileSystem fs) throws IOException {
    return blocks(fs).stream()
        .flatMap(block -> Arrays.stream(block.getLocations()))
        .map(DatanodeInfo::getXferAddr)
        .distinct()
        .toList();
  }

  private static AdminStates stateOf(DistributedFileSystem fs, String node) throws IOException {
    return Arrays.stream(fs.getDataNodeStats())
        .filter(info -> info.getXferAddr().equals(node))
        .findFirst()
        .orElseThrow()
        .getAdminState();
  }

  /** How many replicas on nodes in service lie on each type. */
  private static Map<String, Integer> inService(DistributedFileSystem fs) throws IOException {
    Map<String, Integer> replicas = new java.util.TreeMap<>();
    for (LocatedBlock block : blocks(fs)) {
      DatanodeInfo[] nodes = block.getLocations();
      for (int i = 0; i < nodes.length; i++) {
        if (nodes[i].getAdminState() == AdminStates.NORMAL) {
          replicas.merge(block.getStorageTypes()[i].name(), 1, Integer::sum);
        }
      }
    }
    return replicas;
  }
}
