package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.BLOCK_BYTES;

import java.io.File;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.placement.StorageBalance;

/** The even placement policies in a NameNode, with real DataNodes and a custom storage type. */
class EvenPlacementClusterTest {
  @TempDir File folder;

  @Test
  void rulesOfRacksAndGroupsHoldForACustomType() throws Exception {
    try (NodeGroupCluster cluster =
        new NodeGroupCluster(
            folder,
            "EvenBlockPlacementPolicyWithNodeGroup",
            "/r1/g1",
            "/r1/g1",
            "/r1/g2",
            "/r2/g3",
            "/r2/g3",
            "/r2/g4")) {
      cluster.fs.mkdirs(new Path("/ram"));
      cluster.fs.setStoragePolicy(new Path("/ram"), "ALL_RAMDISK");
      Path file = new Path("/ram/file");
      DFSTestUtil.createFile(cluster.fs, file, 20L * BLOCK_BYTES, (short) 3, 1);
      DFSTestUtil.waitReplication(cluster.fs, file, (short) 3);

      for (LocatedBlock block :
          cluster
              .fs
              .getClient()
              .getLocatedBlocks("/ram/file", 0, Long.MAX_VALUE)
              .getLocatedBlocks()) {
        assertThat(NodeGroupCluster.groups(block)).hasSize(3);
        assertThat(block.getStorageTypes()).containsOnly(TieredMiniCluster.RAMDISK);
      }
      assertThat(cluster.fsck())
          .contains("Status: HEALTHY")
          .containsPattern("Mis-replicated blocks:\\s+0 ");
      assertThat(NodeGroupCluster.balances().keySet()).contains("RAMDISK", "SSD", "DISK");
      assertThat(NodeGroupCluster.balances().get("RAMDISK"))
          .isNotNull()
          .extracting(StorageBalance::getNodes)
          .isEqualTo(6);
    }
  }

  @Test
  void aPolicyThatDoesNotFitTheTopologyStopsTheNameNode() {
    Configuration conf = TieredMiniCluster.configuration();
    conf.set(
        "dfs.block.replicator.classname",
        NodeGroupCluster.POLICIES + "EvenBlockPlacementPolicyWithNodeGroup");

    assertThatThrownBy(() -> new MiniDFSCluster.Builder(conf, folder).numDataNodes(0).build())
        .hasStackTraceContaining("is not allowed with a topology without node groups");
  }

  /** The acceptance run of {@code dev-support/placement-cluster.sh}. */
  @Test
  @Tag("slow")
  void twelveDataNodesInFourGroupsAreMoreEvenThanWithHadoopsPolicy() throws Exception {
    double ours = worst("EvenBlockPlacementPolicyWithNodeGroup", new File(folder, "ours"));
    double stock = worst("BlockPlacementPolicyWithNodeGroup", new File(folder, "stock"));

    assertThat(ours).isLessThan(stock);
  }

  private static double worst(String policy, File folder) throws Exception {
    String[] places = new String[12];
    for (int i = 0; i < places.length; i++) {
      places[i] = "/r" + i % 2 + "/g" + i % 4;
    }
    double worst = 0;
    try (NodeGroupCluster cluster = new NodeGroupCluster(folder, policy, places)) {
      for (String storagePolicy : new String[] {"ALL_RAMDISK", "ALL_SSD", "HOT"}) {
        Path parent = new Path("/" + storagePolicy);
        cluster.fs.mkdirs(parent);
        cluster.fs.setStoragePolicy(parent, storagePolicy);
        Path directory = new Path(parent, "job");
        cluster.runWritingJob(directory, 12, 40L * BLOCK_BYTES);
        for (FileStatus file : cluster.fs.listStatus(directory)) {
          DFSTestUtil.waitReplication(cluster.fs, file.getPath(), (short) 3);
        }
        var ratios = cluster.maxOverMeanByType(directory.toString());
        System.out.println("placement: " + policy + " " + storagePolicy + " " + ratios);
        worst = Math.max(worst, ratios.values().stream().mapToDouble(d -> d).max().orElse(0));
      }
      String fsck = cluster.fsck();
      fsck.lines()
          .filter(line -> line.contains("Status:") || line.contains("Mis-replicated"))
          .forEach(line -> System.out.println("placement: " + policy + " fsck: " + line.strip()));
      assertThat(fsck).contains("Status: HEALTHY");
    }
    return worst;
  }
}
