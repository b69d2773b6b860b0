package org.tieredhdfs.hbase;

import static org.apache.hadoop.fs.StorageType.ARCHIVE;
import static org.apache.hadoop.fs.StorageType.DISK;
import static org.apache.hadoop.fs.StorageType.SSD;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilePlaceTest {
  private static BlockLocation block(long bytes, StorageType... on) {
    String[] nobody = new String[on.length];
    java.util.Arrays.fill(nobody, "dn");
    return new BlockLocation(nobody, nobody, nobody, nobody, null, on, 0, bytes, false);
  }

  private static FilePlace place(StorageType[] types, int replication, BlockLocation... blocks) {
    return FilePlace.of(types, replication, null, blocks);
  }

  @Test
  void lastTypeOfAPolicyStandsForAllFurtherReplicas() {
    FilePlace place = place(new StorageType[] {SSD, DISK}, 3, block(10, DISK, SSD, DISK));
    assertThat(place.askedBytes()).isEqualTo(Map.of(SSD, 10L, DISK, 20L));
    assertThat(place.gotBytes()).isEqualTo(Map.of(SSD, 10L, DISK, 20L));
    assertThat(place.elsewhereBytes()).isZero();
  }

  @Test
  void eachReplicaMoreThanWantedOnATypeIsElsewhere() {
    FilePlace place =
        place(
            new StorageType[] {SSD},
            2,
            block(10, SSD, DISK),
            block(7, ARCHIVE, ARCHIVE),
            block(5, SSD, SSD));
    assertThat(place.askedBytes()).isEqualTo(Map.of(SSD, 44L));
    assertThat(place.gotBytes()).isEqualTo(Map.of(SSD, 20L, DISK, 10L, ARCHIVE, 14L));
    assertThat(place.elsewhereBytes()).isEqualTo(24);
  }

  @Test
  void missingReplicasAreNotElsewhere() {
    assertThat(place(new StorageType[] {SSD}, 3, block(10, SSD)).elsewhereBytes()).isZero();
  }

  @Test
  void replicasThatASnapshotKeepsAreWhereThePolicyWantsAllFurtherOnes() {
    assertThat(place(new StorageType[] {SSD}, 2, block(10, SSD, SSD, SSD)).elsewhereBytes())
        .isZero();
    assertThat(place(new StorageType[] {SSD}, 2, block(10, SSD, DISK, SSD)).elsewhereBytes())
        .isEqualTo(10);
  }

  @Test
  void internalBlocksOfAnErasureCodedFileCountWithTheirOwnSize(@TempDir File folder)
      throws Exception {
    int blockBytes = 1 << 20;
    Configuration conf = new Configuration();
    conf.setInt("dfs.blocksize", blockBytes);
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, folder).numDataNodes(3).build()) {
      DistributedFileSystem fs = cluster.getFileSystem();
      Path directory = new Path("/coded");
      fs.mkdirs(directory);
      fs.enableErasureCodingPolicy("XOR-2-1-1024k");
      fs.setErasureCodingPolicy(directory, "XOR-2-1-1024k");
      Path file = new Path(directory, "file");
      DFSTestUtil.createFile(fs, file, 2L * blockBytes, (short) 1, 7);
      Rows.await(() -> fs.getFileBlockLocations(file, 0, 1)[0].getHosts().length == 3);

      FilePlace place = FilePlace.of(fs, file);
      assertThat(place.gotBytes()).isEqualTo(Map.of(DISK, 3L * blockBytes));
      assertThat(place.askedBytes()).isEqualTo(place.gotBytes());
      assertThat(place.elsewhereBytes()).isZero();

      FilePlace cold = FilePlace.of(fs, fs.getFileStatus(file), new StorageType[] {ARCHIVE});
      assertThat(cold.elsewhereBytes()).isEqualTo(3L * blockBytes);
      // a policy of several types is none for such files
      StorageType[] warm = {DISK, ARCHIVE};
      assertThat(FilePlace.of(fs, fs.getFileStatus(file), warm).elsewhereBytes()).isZero();
    }
  }
}
