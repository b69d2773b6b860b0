package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.BLOCK_BYTES;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.ROOM_BYTES;

import java.io.File;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CustomTypePlacementTest {
  private static final long NO_ROOM_BYTES = BLOCK_BYTES / 2;

  @TempDir File folder;

  @Test
  void blocksGoWhereTheirPolicySays() throws Exception {
    try (TieredMiniCluster cluster = new TieredMiniCluster(folder)) {
      Path all = cluster.file(cluster.directory("all", "ALL_RAMDISK"), 4);
      Path one = cluster.file(cluster.directory("one", "ONE_RAMDISK"), 4);
      Path hot = cluster.file(cluster.directory("hot", "HOT"), 4);

      assertThat(cluster.replicasByType(all)).isEqualTo(Map.of("RAMDISK", 12));
      assertThat(cluster.replicasByType(one)).isEqualTo(Map.of("RAMDISK", 4, "DISK", 8));
      assertThat(cluster.replicasByType(hot)).isEqualTo(Map.of("DISK", 12));

      Path renamed = new Path("/one/renamed");
      cluster.fs.rename(all, renamed);
      assertThat(cluster.replicasByType(renamed)).isEqualTo(Map.of("RAMDISK", 12));
    }
  }

  @Test
  void theWritersDataNodeHasTheFirstTypeOfThePolicy() throws Exception {
    try (TieredMiniCluster cluster = new TieredMiniCluster(folder)) {
      BlockManager blocks = cluster.dfs.getNamesystem().getBlockManager();
      BlockStoragePolicy one = blocks.getStoragePolicy("ONE_RAMDISK");
      for (DatanodeDescriptor writer :
          blocks.getDatanodeManager().getDatanodeListForReport(DatanodeReportType.LIVE)) {
        DatanodeStorageInfo[] targets =
            blocks
                .getBlockPlacementPolicy()
                .chooseTarget("/file", 3, writer, List.of(), false, null, BLOCK_BYTES, one, null);
        assertThat(targets)
            .extracting(DatanodeStorageInfo::getStorageType)
            .containsExactly(TieredMiniCluster.RAMDISK, StorageType.DISK, StorageType.DISK);
        assertThat(targets[0].getDatanodeDescriptor()).isEqualTo(writer);
      }
    }
  }

  @Test
  void lostReplicasComeBackOnTheSameType() throws Exception {
    try (TieredMiniCluster cluster = new TieredMiniCluster(folder)) {
      Path directory = cluster.directory("ram", "ALL_RAMDISK");
      Path file = new Path(directory, "two");
      DFSTestUtil.createFile(cluster.fs, file, 2L * BLOCK_BYTES, (short) 2, 1);

      cluster.fs.setReplication(file, (short) 3);
      DFSTestUtil.waitReplication(cluster.fs, file, (short) 3);

      assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("RAMDISK", 6));
    }
  }

  @Test
  void fullRamdiskFallsBackToSsd() throws Exception {
    try (TieredMiniCluster cluster =
        new TieredMiniCluster(folder, NO_ROOM_BYTES, ROOM_BYTES, ROOM_BYTES)) {
      Path all = cluster.file(cluster.directory("all", "ALL_RAMDISK"), 2);
      Path one = cluster.file(cluster.directory("one", "ONE_RAMDISK"), 2);

      assertThat(cluster.replicasByType(all)).isEqualTo(Map.of("SSD", 6));
      assertThat(cluster.replicasByType(one)).isEqualTo(Map.of("SSD", 2, "DISK", 4));
    }
  }

  @Test
  void fullRamdiskAndSsdFallBackToDisk() throws Exception {
    try (TieredMiniCluster cluster =
        new TieredMiniCluster(folder, NO_ROOM_BYTES, NO_ROOM_BYTES, ROOM_BYTES)) {
      Path all = cluster.file(cluster.directory("all", "ALL_RAMDISK"), 2);
      Path one = cluster.file(cluster.directory("one", "ONE_RAMDISK"), 2);

      assertThat(cluster.replicasByType(all)).isEqualTo(Map.of("DISK", 6));
      assertThat(cluster.replicasByType(one)).isEqualTo(Map.of("DISK", 6));
    }
  }
}
