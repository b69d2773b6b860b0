package org.tieredhdfs.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreDirectoriesTest {
  @TempDir static File folder;

  @Test
  void aPolicyThatADirectoryHasIsNotSetAgainAtTheNextStart() throws Exception {
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(new Configuration(), folder).numDataNodes(0).build()) {
      DistributedFileSystem fs = cluster.getFileSystem();
      Path wals = new Path("/hbase/WALs");
      StoreDirectories.markDirectory(fs, wals, FileClass.WAL, "ALL_SSD");
      assertThat(fs.getStoragePolicy(wals).getName()).isEqualTo("ALL_SSD");
      long before = transaction(fs);
      StoreDirectories.markDirectory(fs, wals, FileClass.WAL, "all_ssd");
      assertThat(transaction(fs)).as("the NameNode has logged something").isEqualTo(before);
      StoreDirectories.markDirectory(fs, wals, FileClass.WAL, "ONE_SSD");
      assertThat(fs.getStoragePolicy(wals).getName()).isEqualTo("ONE_SSD");
    }
  }

  private static long transaction(DistributedFileSystem fs) throws Exception {
    return fs.getClient().getNamenode().getCurrentEditLogTxid();
  }
}
