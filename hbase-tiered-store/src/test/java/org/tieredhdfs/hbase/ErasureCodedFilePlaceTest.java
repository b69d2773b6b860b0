package org.tieredhdfs.hbase;

import static org.apache.hadoop.fs.StorageType.ARCHIVE;
import static org.apache.hadoop.fs.StorageType.DISK;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Where an erasure-coded file lies. On a cluster of its own without HBase: in a process that has
 * had one, no HMaster starts any more, so it is not among the tests of the default run.
 */
@Tag("slow")
class ErasureCodedFilePlaceTest {
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

      FilePlace place = FilePlace.of(FilePlace.look(fs, file), DISK);
      assertThat(place.gotBytes()).isEqualTo(Map.of(DISK, 3L * blockBytes));
      assertThat(place.askedBytes()).isEqualTo(place.gotBytes());
      assertThat(place.elsewhereBytes()).isZero();

      FilePlace cold = FilePlace.of(FilePlace.look(fs, file), ARCHIVE);
      assertThat(cold.elsewhereBytes()).isEqualTo(3L * blockBytes);
      // a policy of several types is none for such files
      FilePlace warm = FilePlace.of(FilePlace.look(fs, file), DISK, ARCHIVE);
      assertThat(warm.elsewhereBytes()).isZero();
    }
  }
}
