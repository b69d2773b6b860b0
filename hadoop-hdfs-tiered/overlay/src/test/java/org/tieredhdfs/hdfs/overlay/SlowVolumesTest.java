package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.metrics.OutlierDetector;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That a DataNode looks for slow volumes among those of one type. */
@Timeout(300)
class SlowVolumesTest {
  private static final StorageType NVME = StorageType.valueOf("NVME");

  @TempDir File folder;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void volumesOfOtherTypesDoNotMakeOneSlow(boolean ours) throws Exception {
    Configuration conf = TieredMiniCluster.configuration();
    conf.setInt(DFSConfigKeys.DFS_DATANODE_FILEIO_PROFILING_SAMPLING_PERCENTAGE_KEY, 100);
    conf.setLong(DFSConfigKeys.DFS_DATANODE_MIN_OUTLIER_DETECTION_DISKS_KEY, 1);
    try (OneDatanode node =
        new OneDatanode(folder, conf, ours, NVME, NVME, NVME, StorageType.DISK)) {
      DataNode datanode = node.cluster.getDataNodes().get(0);
      OutlierDetector detector = datanode.getDiskMetrics().getSlowDiskDetector();
      Map<String, Double> latenciesMs = new HashMap<>();
      String slow = "";
      try (FsDatasetSpi.FsVolumeReferences volumes =
          datanode.getFSDataset().getFsVolumeReferences()) {
        for (FsVolumeSpi volume : volumes) {
          String path = volume.getBaseURI().getPath();
          boolean isDisk = volume.getStorageType() == StorageType.DISK;
          latenciesMs.put(path, isDisk ? 100.0 : 0.1);
          slow = isDisk ? slow : path;
        }
      }
      assertThat(latenciesMs).hasSize(4);
      assertThat(detector.getOutliers(latenciesMs)).isEmpty();

      latenciesMs.put(slow, 90.0);
      assertThat(detector.getOutliers(latenciesMs)).containsOnlyKeys(slow);
    }
  }
}
