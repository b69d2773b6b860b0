package org.tieredhdfs.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tieredhdfs.mover.MoverCluster.BLOCK_BYTES;
import static org.tieredhdfs.mover.MoverCluster.ROOM_BYTES;

import java.io.File;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.api.BlockFailure;
import org.tieredhdfs.mover.api.FileOutcome;
import org.tieredhdfs.mover.api.FileResult;
import org.tieredhdfs.mover.api.Reason;
import org.tieredhdfs.mover.conf.MoverKeys;

/** The room that moves leave to writers. */
class ReserveTest {

  @Test
  void theRoomOfWritersIsLeftToThem(@TempDir File folder) throws Exception {
    Configuration conf = MoverCluster.shortIntervals();
    try (MoverCluster cluster =
        new MoverCluster(
            conf,
            new MiniDFSCluster.Builder(conf, folder)
                .numDataNodes(1)
                .storagesPerDatanode(2)
                .storageTypes(new StorageType[] {StorageType.DISK, StorageType.ARCHIVE})
                .storageCapacities(new long[] {ROOM_BYTES, 4 * BLOCK_BYTES}))) {
      Path file = cluster.file("/cold", 1, 1);
      cluster.fs.setStoragePolicy(file, "COLD");

      FileResult spared = move(cluster, "0.9");
      assertThat(spared.failures())
          .singleElement()
          .extracting(BlockFailure::reason)
          .isEqualTo(Reason.NO_SPACE);
      assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("DISK", 1));

      assertThat(move(cluster, "0").outcome()).isEqualTo(FileOutcome.MOVED);
      assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("ARCHIVE", 1));
    }
  }

  private static FileResult move(MoverCluster cluster, String reserve) throws Exception {
    Configuration conf = new Configuration(cluster.conf);
    conf.set(MoverKeys.RESERVE.name(), reserve);
    try (FileMover mover = new FileMover(conf, cluster.fs.getUri())) {
      return cluster.move(mover, false, "/cold").get(0);
    }
  }
}
