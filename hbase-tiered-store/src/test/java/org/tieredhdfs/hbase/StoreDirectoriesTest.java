package org.tieredhdfs.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Coprocessor;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.HBaseConfiguration;
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

  /** What HBase hands to a coprocessor, of which ours asks for the configuration alone. */
  private record Environment(Configuration conf) implements CoprocessorEnvironment<Coprocessor> {
    @Override
    public int getVersion() {
      throw new UnsupportedOperationException();
    }

    @Override
    public String getHBaseVersion() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Coprocessor getInstance() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int getPriority() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int getLoadSequence() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Configuration getConfiguration() {
      return conf;
    }

    @Override
    public ClassLoader getClassLoader() {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void aSecondStartOfARegionServerSetsNoPolicy(@TempDir File ofCluster) throws Exception {
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(new Configuration(), ofCluster).numDataNodes(0).build()) {
      DistributedFileSystem fs = cluster.getFileSystem();
      Configuration conf = HBaseConfiguration.create();
      conf.set("fs.defaultFS", cluster.getURI().toString());
      conf.set("hbase.rootdir", cluster.getURI() + "/hbase");
      conf.set("hbase.tiered.wal.policy", "ALL_SSD");
      conf.set("hbase.tiered.archive.policy", "COLD");
      conf.set("hbase.tiered.mob.policy", "WARM");
      TieredHBase.plugIn(conf);
      TieredRegionServerCoprocessor coprocessor = new TieredRegionServerCoprocessor();
      coprocessor.start(new Environment(conf));
      Map<String, String> policies =
          Map.of("WALs", "ALL_SSD", "archive", "COLD", "oldWALs", "COLD", "mobdir/.tmp", "WARM");
      for (Map.Entry<String, String> policy : policies.entrySet()) {
        assertThat(fs.getStoragePolicy(new Path("/hbase", policy.getKey())).getName())
            .as(policy.getKey())
            .isEqualTo(policy.getValue());
      }
      long before = transaction(fs);
      coprocessor.start(new Environment(conf));
      assertThat(transaction(fs)).as("the NameNode has logged something").isEqualTo(before);
    }
  }

  private static long transaction(DistributedFileSystem fs) throws Exception {
    return fs.getClient().getNamenode().getCurrentEditLogTxid();
  }
}
