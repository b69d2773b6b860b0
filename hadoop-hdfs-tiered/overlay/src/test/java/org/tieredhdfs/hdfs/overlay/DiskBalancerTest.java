package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.BLOCK_BYTES;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.RAMDISK;

import java.io.File;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DiskBalancerWorkStatus.Result;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.tools.DiskBalancerCLI;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory;

/** Hadoop's disk balancer on volumes of custom types, with both datasets. */
@Timeout(300)
class DiskBalancerTest {
  private static final int FILES = 20;
  private static final long CAPACITY_BYTES = 40L * BLOCK_BYTES;

  @TempDir File folder;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Tag("slow")
  void volumesOfACustomTypeAreEvenedOutAmongThemselves(boolean ours) throws Exception {
    Configuration conf = TieredMiniCluster.configuration();
    conf.setBoolean("dfs.disk.balancer.enabled", true);
    if (ours) {
      conf.set("dfs.datanode.fsdataset.factory", TieredFsDatasetFactory.class.getName());
    }
    StorageType[] types = {RAMDISK, RAMDISK, StorageType.SSD, StorageType.SSD};
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, folder)
            .numDataNodes(1)
            .storageTypes(types)
            .storagesPerDatanode(types.length)
            .storageCapacities(
                new long[] {CAPACITY_BYTES, CAPACITY_BYTES, CAPACITY_BYTES, CAPACITY_BYTES})
            .build()) {
      cluster.waitActive();
      DistributedFileSystem fs = cluster.getFileSystem();
      write(fs);
      DataNode node = cluster.getDataNodes().get(0);
      gatherOnOneVolume(fs, node);
      cluster.triggerHeartbeats();
      assertThat(blocksOf(cluster, RAMDISK)).containsExactly(0, FILES);

      Configuration client = new Configuration(cluster.getConfiguration(0));
      StockCommand.run(
          client,
          new DiskBalancerCLI(client),
          "-plan",
          node.getDatanodeUuid(),
          "-out",
          "/plans",
          "-thresholdPercentage",
          "5");
      StockCommand.run(
          client,
          new DiskBalancerCLI(client),
          "-execute",
          "/plans/" + node.getDatanodeUuid() + ".plan.json");
      GenericTestUtils.waitFor(() -> isDone(node), 100, 60_000);

      assertThat(blocksOf(cluster, RAMDISK)).allMatch(blocks -> blocks >= FILES / 4);
      assertThat(blocksOf(cluster, RAMDISK).stream().mapToInt(b -> b).sum()).isEqualTo(FILES);
      // The commands have closed the one from before
      DistributedFileSystem afterwards = cluster.getFileSystem();
      for (int i = 0; i < FILES; i++) {
        assertThat(DFSTestUtil.readFileAsBytes(afterwards, ram(i))).hasSize(BLOCK_BYTES);
        assertThat(TieredMiniCluster.replicasByType(afterwards, ram(i)).keySet())
            .as(ram(i).toString())
            .containsExactly("RAMDISK");
      }
    }
  }

  private static Path ram(int number) {
    return new Path("/ram/" + number);
  }

  private static void write(DistributedFileSystem fs) throws Exception {
    fs.mkdirs(new Path("/ram"));
    fs.setStoragePolicy(new Path("/ram"), "ALL_RAMDISK");
    // The plans lie in HDFS, too
    fs.setStoragePolicy(new Path("/"), "ALL_SSD");
    for (int i = 0; i < FILES; i++) {
      DFSTestUtil.createFile(fs, ram(i), BLOCK_BYTES, (short) 1, i);
    }
  }

  private static void gatherOnOneVolume(DistributedFileSystem fs, DataNode node) throws Exception {
    FsDatasetSpi<?> dataset = node.getFSDataset();
    try (FsDatasetSpi.FsVolumeReferences volumes = dataset.getFsVolumeReferences()) {
      FsVolumeSpi first = null;
      for (FsVolumeSpi volume : volumes) {
        if (first == null && volume.getStorageType() == RAMDISK) {
          first = volume;
        }
      }
      for (int i = 0; i < FILES; i++) {
        ExtendedBlock block = DFSTestUtil.getFirstBlock(fs, ram(i));
        if (first != null && !dataset.getVolume(block).equals(first)) {
          dataset.moveBlockAcrossVolumes(block, first);
        }
      }
    }
    GenericTestUtils.waitFor(() -> dataset.getPendingAsyncDeletions() == 0, 50, 20_000);
  }

  private static boolean isDone(DataNode node) {
    try {
      return node.queryDiskBalancerPlan().getResult() == Result.PLAN_DONE;
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** How many block files lie on each volume of a type, the fewest first. */
  private static List<Integer> blocksOf(MiniDFSCluster cluster, StorageType type) throws Exception {
    List<Integer> counts = new java.util.ArrayList<>();
    DataNode node = cluster.getDataNodes().get(0);
    try (FsDatasetSpi.FsVolumeReferences volumes = node.getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        if (volume.getStorageType() == type) {
          try (Stream<java.nio.file.Path> files =
              Files.walk(new File(volume.getBaseURI()).toPath())) {
            counts.add(
                Math.toIntExact(
                    files
                        .filter(file -> file.getFileName().toString().matches("blk_[0-9]+"))
                        .count()));
          }
        }
      }
    }
    return counts.stream().sorted().toList();
  }
}
