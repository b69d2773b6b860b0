package org.tieredhdfs.hdfs.overlay.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.time.Duration;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider.OPERATION;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.health.ReportedVolumes;
import org.tieredhdfs.hdfs.health.VolumeCondition;
import org.tieredhdfs.hdfs.health.VolumeReport;
import org.tieredhdfs.waits.Waits;

/** That the NameNode hears of the health of volumes with each heartbeat. */
@Timeout(600)
class ReportedVolumesTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @TempDir File folder;

  private static VolumeReport told(String storageId) {
    return Objects.requireNonNull(ReportedVolumes.find(storageId));
  }

  /** As the NameNode has it. */
  private static DatanodeStorageInfo storage(SlowCluster cluster, DataNode node, String storageId) {
    return cluster
        .dfs
        .getNamesystem()
        .getBlockManager()
        .getDatanodeManager()
        .getDatanode(node.getDatanodeUuid())
        .getStorageInfo(storageId);
  }

  @Test
  void itKnowsTheSpeedOfAVolumeAndWhetherItHangs() throws Exception {
    Configuration conf = SlowCluster.configuration();
    conf.set("dfs.tiered.volume.hang.timeout", "2s");
    // That is for another test: on a busy machine it would be another condition
    conf.set("dfs.tiered.type.DISK.cutoff.timeout", "0");
    Path path = new Path("/file");
    try (SlowCluster cluster = new SlowCluster(folder, conf, 1, 2)) {
      DFSTestUtil.writeFile(cluster.fs, path, new byte[4 << 20]);
      DataNode only = cluster.dfs.getDataNodes().get(0);
      String storageId = cluster.storageOf(only, path);
      Waits.until("its speed is told", LIMIT, () -> told(storageId).bytesPerSec() > 0);
      assertThat(told(storageId).condition()).isEqualTo(VolumeCondition.IN_SERVICE);
      assertThat(ReportedVolumes.find(storage(cluster, only, storageId)))
          .isNotNull()
          .extracting(VolumeReport::condition)
          .isEqualTo(VolumeCondition.IN_SERVICE);
      StuckVolume volume = cluster.stick(only, storageId, StuckVolume.CHANGES);
      cluster.call(storageId, OPERATION.MKDIRS);
      Waits.until("it hangs", LIMIT, () -> told(storageId).condition() == VolumeCondition.HUNG);
      volume.answer();
      Waits.until(
          "it is back", LIMIT, () -> told(storageId).condition() == VolumeCondition.IN_SERVICE);
    }
  }

  @Test
  void aDataNodeWithHadoopsDatasetTellsNothing() throws Exception {
    Configuration conf = SlowCluster.configuration();
    conf.unset(DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY);
    try (SlowCluster cluster = new SlowCluster(folder, conf, 1, 1)) {
      Path path = new Path("/file");
      DFSTestUtil.writeFile(cluster.fs, path, new byte[1000]);
      DataNode only = cluster.dfs.getDataNodes().get(0);
      cluster.dfs.triggerHeartbeats();
      assertThat(ReportedVolumes.find(cluster.storageOf(only, path))).isNull();
    }
  }
}
