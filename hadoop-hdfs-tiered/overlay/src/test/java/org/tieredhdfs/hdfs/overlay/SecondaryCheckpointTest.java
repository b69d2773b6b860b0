package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.BLOCK_BYTES;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.RAMDISK;

import java.io.File;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.namenode.SecondaryNameNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints by Hadoop's SecondaryNameNode, which loads images and edits on its own. */
class SecondaryCheckpointTest {
  @TempDir File folder;

  @Test
  void aNameNodeStartsFromTheCheckpointOfASecondary() throws Exception {
    try (TieredMiniCluster cluster = new TieredMiniCluster(folder)) {
      Path directory = cluster.directory("kept", "ONE_RAMDISK");
      cluster.fs.setQuotaByStorageType(directory, RAMDISK, 90L * BLOCK_BYTES);
      Path file = cluster.file(directory, 2);
      Configuration conf = new Configuration(cluster.dfs.getConfiguration(0));
      conf.set(DFSConfigKeys.DFS_NAMENODE_SECONDARY_HTTP_ADDRESS_KEY, "127.0.0.1:0");
      conf.set(
          DFSConfigKeys.DFS_NAMENODE_CHECKPOINT_DIR_KEY,
          new File(folder, "secondary").toURI().toString());
      SecondaryNameNode secondary = new SecondaryNameNode(conf);
      long before = cluster.dfs.getNamesystem().getFSImage().getMostRecentCheckpointTxId();
      try {
        secondary.doCheckpoint();
        // and once more, on top of the image that it holds by now
        cluster.fs.setQuotaByStorageType(directory, RAMDISK, 80L * BLOCK_BYTES);
        secondary.doCheckpoint();
      } finally {
        secondary.shutdown();
      }
      assertThat(cluster.dfs.getNamesystem().getFSImage().getMostRecentCheckpointTxId())
          .isGreaterThan(before);

      cluster.dfs.restartNameNode(true);

      assertThat(cluster.fs.getStoragePolicy(directory).getName()).isEqualTo("ONE_RAMDISK");
      assertThat(cluster.fs.getQuotaUsage(directory).getTypeQuota(RAMDISK))
          .isEqualTo(80L * BLOCK_BYTES);
      Map<String, Integer> wanted = Map.of("RAMDISK", 2, "DISK", 4);
      assertThat(cluster.awaitReplicasByType(file, wanted)).isEqualTo(wanted);
    }
  }
}
