package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.RAMDISK;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Erasure-coded blocks on custom types whose DataNode is lost. */
@Timeout(300)
class RebuiltBlocksTest {
  private static final Path FILE = new Path("/ec/file");
  private static final String CODED = "XOR-2-1-1024k";
  private static final int BYTES = 3 << 20;

  @TempDir File folder;

  @Test
  void lostPartsAreRebuiltOnTheTypeOfThePolicy() throws Exception {
    Configuration conf = TieredMiniCluster.configuration();
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY, 500);
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, folder)
            .numDataNodes(4)
            .storageTypes(new StorageType[] {RAMDISK, StorageType.SSD, StorageType.DISK})
            .storagesPerDatanode(3)
            .build()) {
      cluster.waitActive();
      DistributedFileSystem fs = cluster.getFileSystem();
      fs.mkdirs(FILE.getParent());
      fs.setStoragePolicy(FILE.getParent(), "ALL_RAMDISK");
      fs.enableErasureCodingPolicy(CODED);
      fs.setErasureCodingPolicy(FILE.getParent(), CODED);
      DFSTestUtil.createFile(fs, FILE, 4096, BYTES, 2L << 20, (short) 1, 1);
      byte[] written = DFSTestUtil.readFileAsBytes(fs, FILE);
      assertThat(written).hasSize(BYTES);
      // a file is closed before all its internal blocks are reported
      Map<String, Integer> before = Map.of("RAMDISK", 3);
      assertThat(TieredMiniCluster.awaitReplicasByType(fs, FILE, before)).isEqualTo(before);

      String lost = blocks(fs)[0].getLocations()[0].getXferAddr();
      cluster.stopDataNode(lost);
      cluster.setDataNodeDead(blocks(fs)[0].getLocations()[0]);
      GenericTestUtils.waitFor(() -> isRebuilt(fs, lost, before), 200, 120_000);

      assertThat(DFSTestUtil.readFileAsBytes(fs, FILE)).isEqualTo(written);
    }
  }

  private static LocatedBlock[] blocks(DistributedFileSystem fs) throws IOException {
    return fs.getClient()
        .getLocatedBlocks(FILE.toString(), 0, Long.MAX_VALUE)
        .getLocatedBlocks()
        .toArray(new LocatedBlock[0]);
  }

  private static boolean isRebuilt(
      DistributedFileSystem fs, String lost, Map<String, Integer> before) {
    try {
      return TieredMiniCluster.replicasByType(fs, FILE).equals(before)
          && Arrays.stream(blocks(fs))
              .flatMap(block -> Arrays.stream(block.getLocations()))
              .noneMatch(node -> node.getXferAddr().equals(lost));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
