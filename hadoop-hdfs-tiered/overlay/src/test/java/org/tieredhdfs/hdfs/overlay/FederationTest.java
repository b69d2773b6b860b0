package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.BLOCK_BYTES;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.RAMDISK;

import java.io.File;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nameservices over the same DataNodes. */
class FederationTest {
  @TempDir File folder;

  @Test
  void eachNameserviceHasPoliciesAndQuotasOfItsOwnOverTheSameVolumes() throws Exception {
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(TieredMiniCluster.configuration(), folder)
            .nnTopology(MiniDFSNNTopology.simpleFederatedTopology(2))
            .numDataNodes(2)
            .storageTypes(new StorageType[] {RAMDISK, StorageType.DISK})
            .storagesPerDatanode(2)
            .build()) {
      cluster.waitActive();
      Path directory = new Path("/same");
      String[] policies = {"ALL_RAMDISK", "ONE_RAMDISK"};
      for (int ns = 0; ns < policies.length; ns++) {
        DistributedFileSystem fs = cluster.getFileSystem(ns);
        fs.mkdirs(directory);
        fs.setStoragePolicy(directory, policies[ns]);
        fs.setQuotaByStorageType(directory, RAMDISK, (4L + ns) * BLOCK_BYTES);
        DFSTestUtil.createFile(fs, new Path(directory, "file"), BLOCK_BYTES, (short) 2, 1);
        DFSTestUtil.waitReplication(fs, new Path(directory, "file"), (short) 2);
      }
      cluster.restartNameNode(1);
      cluster.waitActive(1);

      assertTypes(cluster.getFileSystem(0), Map.of("RAMDISK", 2));
      assertTypes(cluster.getFileSystem(1), Map.of("RAMDISK", 1, "DISK", 1));
      for (int ns = 0; ns < policies.length; ns++) {
        assertThat(cluster.getFileSystem(ns).getStoragePolicy(directory).getName())
            .isEqualTo(policies[ns]);
        assertThat(cluster.getFileSystem(ns).getQuotaUsage(directory).getTypeQuota(RAMDISK))
            .isEqualTo((4L + ns) * BLOCK_BYTES);
      }
    }
  }

  private static void assertTypes(DistributedFileSystem fs, Map<String, Integer> wanted)
      throws Exception {
    assertThat(TieredMiniCluster.awaitReplicasByType(fs, new Path("/same/file"), wanted))
        .isEqualTo(wanted);
  }
}
