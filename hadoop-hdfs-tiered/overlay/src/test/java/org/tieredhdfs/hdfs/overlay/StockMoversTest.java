package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.BLOCK_BYTES;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.RAMDISK;

import java.io.File;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.balancer.StockBalancer;
import org.apache.hadoop.hdfs.server.mover.Mover;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Hadoop's Mover and Balancer with the overlay in front. */
@Timeout(600)
class StockMoversTest {
  private static final int CAPACITY_BYTES = 40 * BLOCK_BYTES;
  private static final int FILES = 20;

  @TempDir File folder;

  @Test
  @Tag("slow")
  void moverBringsBlocksToCustomTypesAndBack() throws Exception {
    try (TieredMiniCluster cluster = new TieredMiniCluster(folder)) {
      Path directory = cluster.directory("moved", "HOT");
      Path file = cluster.file(directory, 2);

      move(cluster, directory, "ONE_RAMDISK");
      assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("RAMDISK", 2, "DISK", 4));
      move(cluster, directory, "ALL_RAMDISK");
      assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("RAMDISK", 6));
      move(cluster, directory, "ALL_SSD");
      assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("SSD", 6));
    }
  }

  private static void move(TieredMiniCluster cluster, Path directory, String policy)
      throws Exception {
    cluster.fs.setStoragePolicy(directory, policy);
    Configuration conf = new Configuration(cluster.dfs.getConfiguration(0));
    StockCommand.run(conf, new Mover.Cli(), "-p", directory.toString());
    // what was moved between DataNodes goes from the old one some seconds later
    GenericTestUtils.waitFor(() -> isOf(cluster, directory, 6), 100, 20_000);
  }

  private static boolean isOf(TieredMiniCluster cluster, Path directory, int replicas) {
    try {
      return cluster.replicasByType(new Path(directory, "file-2")).values().stream()
              .mapToInt(Integer::intValue)
              .sum()
          == replicas;
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  @Tag("slow")
  void balancerMovesWithinACustomTypeOnly() throws Exception {
    Configuration conf = TieredMiniCluster.configuration();
    conf.setLong("dfs.datanode.round-robin-volume-choosing-policy.additional-available-space", 0);
    conf.setLong(DFSConfigKeys.DFS_BALANCER_GETBLOCKS_MIN_BLOCK_SIZE_KEY, 1);
    StorageType[] types = {RAMDISK, StorageType.DISK};
    long[] capacities = {CAPACITY_BYTES, CAPACITY_BYTES};
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, folder)
            .numDataNodes(1)
            .storageTypes(types)
            .storagesPerDatanode(2)
            .storageCapacities(capacities)
            .build()) {
      cluster.waitActive();
      DistributedFileSystem fs = cluster.getFileSystem();
      fs.mkdirs(new Path("/ram"));
      fs.setStoragePolicy(new Path("/ram"), "ALL_RAMDISK");
      for (int i = 0; i < FILES; i++) {
        DFSTestUtil.createFile(fs, ram(i), BLOCK_BYTES, (short) 1, i);
      }
      String full = cluster.getDataNodes().get(0).getDatanodeUuid();
      cluster.startDataNodes(
          conf,
          1,
          new StorageType[][] {types},
          true,
          null,
          null,
          null,
          new long[][] {capacities},
          null,
          false,
          false,
          false,
          null,
          null,
          null);
      cluster.waitActive();
      cluster.triggerHeartbeats();

      StockCommand.run(
          new Configuration(cluster.getConfiguration(0)),
          StockBalancer.command(),
          "-threshold",
          "5");
      GenericTestUtils.waitFor(() -> replicasElsewhere(fs, full) > 0, 100, 20_000);

      for (int i = 0; i < FILES; i++) {
        assertThat(TieredMiniCluster.replicasByType(fs, ram(i)).keySet())
            .as(ram(i).toString())
            .containsExactly("RAMDISK");
      }
    }
  }

  private static Path ram(int number) {
    return new Path("/ram/" + number);
  }

  private static int replicasElsewhere(DistributedFileSystem fs, String datanodeUuid) {
    int elsewhere = 0;
    try {
      for (int i = 0; i < FILES; i++) {
        LocatedBlock block =
            fs.getClient().getLocatedBlocks(ram(i).toString(), 0).getLocatedBlocks().get(0);
        for (DatanodeInfoWithStorage location : block.getLocations()) {
          elsewhere += location.getDatanodeUuid().equals(datanodeUuid) ? 0 : 1;
        }
      }
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return elsewhere;
  }
}
