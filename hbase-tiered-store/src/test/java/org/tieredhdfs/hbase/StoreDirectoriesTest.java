package org.tieredhdfs.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SafeModeAction;
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
      Configuration conf = placed(cluster.getURI().toString());
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

  private static Configuration placed(String fileSystem) {
    Configuration conf = HBaseConfiguration.create();
    conf.set("fs.defaultFS", fileSystem);
    conf.set("hbase.rootdir", fileSystem + "/hbase");
    conf.set("hbase.tiered.wal.policy", "ALL_SSD");
    conf.set("hbase.tiered.archive.policy", "COLD");
    conf.set("hbase.tiered.mob.policy", "WARM");
    TieredHBase.plugIn(conf);
    return conf;
  }

  @Test
  void aNameNodeInSafeModeRefusesNoServer(@TempDir File ofCluster) throws Exception {
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(new Configuration(), ofCluster).numDataNodes(0).build()) {
      cluster.getFileSystem().setSafeMode(SafeModeAction.ENTER);
      Configuration conf = placed(cluster.getURI().toString());
      long notSet = PlacementMetrics.get().value("policyNotSetWal");
      assertThatCode(() -> new TieredRegionServerCoprocessor().start(new Environment(conf)))
          .doesNotThrowAnyException();
      assertThat(PlacementMetrics.get().value("policyNotSetWal")).isEqualTo(notSet + 1);
    }
  }

  @Test
  void aNameNodeThatDoesNotAnswerRefusesNoServerButAWrongKeyDoes() throws Exception {
    int port;
    try (ServerSocket closedSoon = new ServerSocket(0)) {
      port = closedSoon.getLocalPort();
    }
    Configuration conf = placed("hdfs://127.0.0.1:" + port);
    conf.setInt("ipc.client.connect.max.retries", 1);
    conf.setInt("ipc.client.connect.retry.interval", 50);
    TieredRegionServerCoprocessor coprocessor = new TieredRegionServerCoprocessor();
    long failed = PlacementMetrics.get().value("hooksFailed");
    assertThatCode(() -> coprocessor.start(new Environment(conf))).doesNotThrowAnyException();
    assertThat(PlacementMetrics.get().value("hooksFailed")).isGreaterThan(failed);
    conf.set("hbase.tiered.compaction.small.max.size", "big");
    assertThatThrownBy(() -> coprocessor.start(new Environment(conf)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("hbase.tiered.compaction.small.max.size: 'big'");
  }

  private static long transaction(DistributedFileSystem fs) throws Exception {
    return fs.getClient().getNamenode().getCurrentEditLogTxid();
  }
}
