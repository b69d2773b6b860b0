package org.tieredhdfs.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tieredhdfs.mover.MoverCluster.ROOM_BYTES;

import java.io.File;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.api.FileOutcome;
import org.tieredhdfs.mover.api.MoveHandle;
import org.tieredhdfs.mover.api.MoveRequest;
import org.tieredhdfs.waits.Waits;

/** When the NameNode hears that the old replica of a move between DataNodes is gone. */
class OldReplicaTest {
  private static final long HOUR_S = 3600;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir File folder;

  @Test
  void theNameNodeHearsOfADeletedReplicaBeforeTheNextHeartbeat() throws Exception {
    Configuration conf = MoverCluster.shortIntervals();
    conf.setLong(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, HOUR_S);
    StorageType[][] types = {
      {StorageType.DISK, StorageType.DISK}, {StorageType.SSD, StorageType.SSD}
    };
    MiniDFSCluster.Builder builder =
        new MiniDFSCluster.Builder(conf, folder)
            .numDataNodes(2)
            .storagesPerDatanode(2)
            .storageTypes(types)
            .storageCapacities(new long[][] {{ROOM_BYTES, ROOM_BYTES}, {ROOM_BYTES, ROOM_BYTES}});
    try (MoverCluster cluster = new MoverCluster(conf, builder);
        FileMover mover = cluster.mover()) {
      Path file = cluster.file("/file", 1, 1);
      ExtendedBlock block = cluster.blocks(file).get(0).getBlock();
      DataNode source = cluster.dfs.getDataNodes().get(0);
      assertThat(source.getFSDataset().contains(block)).isTrue();
      cluster.fs.setStoragePolicy(file, "ALL_SSD");
      MoveHandle handle = mover.submit(MoveRequest.ofPaths(false, "/file"));

      // the order to delete comes with a heartbeat, of which there is one an hour
      Waits.until(
          "the replica is gone",
          PATIENCE,
          () -> {
            DataNodeTestUtils.triggerHeartbeat(source);
            return !source.getFSDataset().contains(block);
          });
      assertThat(handle.await(Duration.ofMinutes(2))).as("%s", handle.progress()).isTrue();
      assertThat(handle.progress().files(FileOutcome.MOVED)).isEqualTo(1);
      assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("SSD", 1));
    }
  }
}
