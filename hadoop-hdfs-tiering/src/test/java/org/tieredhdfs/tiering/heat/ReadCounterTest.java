package org.tieredhdfs.tiering.heat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.hdfs.transfer.SentReads;

/** What DataNodes count of real reads. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReadCounterTest {
  private static final int MB = 1 << 20;
  private static final Path FILE = new Path("/file");

  private MiniDFSCluster cluster;
  private DistributedFileSystem fs;

  @BeforeAll
  void startCluster(@TempDir File folder) throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.setLong("dfs.blocksize", 128L * MB);
    cluster = new MiniDFSCluster.Builder(conf, folder).numDataNodes(2).build();
    cluster.waitActive();
    fs = cluster.getFileSystem();
  }

  @AfterAll
  void stopCluster() {
    cluster.shutdown();
  }

  /** One for each DataNode, which counts until it is closed. */
  private ReadCounter counter(int node) {
    ReadCounter counter = new ReadCounter();
    counter.setConf(cluster.getConfiguration(0));
    counter.start(cluster.getDataNodes().get(node));
    return counter;
  }

  private ExtendedBlock block() throws IOException {
    return fs.getClient().getLocatedBlocks(FILE.toString(), 0).get(0).getBlock();
  }

  private long counted(ReadCounter counter) throws IOException {
    BlockCounts counts = counter.report(block().getBlockPoolId(), 10).counts();
    // readers of other tests may end late
    for (int place = 0; place < counts.size(); place++) {
      if (counts.block(place) == block().getBlockId()) {
        return counts.bytes(place);
      }
    }
    return 0;
  }

  private void write(int megabytes, int replicas) throws IOException {
    DFSTestUtil.createFile(fs, FILE, (long) megabytes * MB, (short) replicas, 1);
  }

  @Test
  void whatAReaderAskedForAndDidNotTakeIsNotCounted() throws Exception {
    write(100, 2);
    try (ReadCounter one = counter(0);
        ReadCounter two = counter(1)) {
      try (FSDataInputStream in = fs.open(FILE)) {
        assertThat(in.read()).isNotNegative();
      }
      // the DataNode finds out a moment later that the reader has gone
      GenericTestUtils.waitFor(
          () -> {
            try {
              return counted(one) + counted(two) > 0;
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          },
          50,
          60_000);
      assertThat(counted(one) + counted(two)).isLessThan(80L * MB);
    }
  }

  @Test
  void aReadIsCountedWholeAndACopyToAnotherDataNodeIsNot() throws Exception {
    write(2, 1);
    try (ReadCounter one = counter(0);
        ReadCounter two = counter(1)) {
      fs.setReplication(FILE, (short) 2);
      DFSTestUtil.waitReplication(fs, FILE, (short) 2);
      assertThat(counted(one) + counted(two)).isZero();

      byte[] unused = DFSTestUtil.readFileAsBytes(fs, FILE);
      assertThat(counted(one) + counted(two)).isBetween(17L * MB / 10, 2L * MB);
    }
  }

  @Test
  void aLocalReaderCountsAsOneOfTheWholeBlockWhateverLengthItSays() throws IOException {
    write(3, 2);
    try (ReadCounter counter = counter(0)) {
      DataNode node = cluster.getDataNodes().get(0);
      ExtendedBlock said = new ExtendedBlock(block());
      said.setNumBytes(-5);
      SentReads.sent(node, said, -1);

      assertThat(counted(counter)).isBetween(27L * MB / 10, 3L * MB);
      said.setNumBytes(Long.MAX_VALUE);
      SentReads.sent(node, said, -1);
      assertThat(counted(counter)).isBetween(54L * MB / 10, 6L * MB);
      int known = counter.report(said.getBlockPoolId(), 10).counts().size();
      said.setBlockId(77);
      SentReads.sent(node, said, -1);
      assertThat(counter.report(said.getBlockPoolId(), 10).counts().size()).isEqualTo(known);
    }
  }

  @Test
  void noMoreBlocksAreToldThanAskedForThoseOfMostReads() throws IOException {
    write(1, 2);
    ReadCounter counter = new ReadCounter(() -> 0);
    counter.setConf(cluster.getConfiguration(0));
    for (long block = 1; block <= 100; block++) {
      counter.count("pool", block, block * MB);
    }
    ReadReport report = counter.report("pool", 2);

    assertThat(report.counts().size()).isEqualTo(2);
    assertThat(report.otherBytes()).isGreaterThan(80L * MB);
    assertThat(report.counts().bytes(0)).isGreaterThan(report.otherBytes());
  }

  @Test
  void wrongKeysAreAllRefused() {
    Configuration conf = new Configuration(false);
    conf.set("dfs.tiering.reads.half-life", "1s");
    conf.set("dfs.tiering.reads.blocks", "x");

    assertThatThrownBy(() -> new ReadCounter().setConf(conf))
        .isInstanceOf(ConfigurationFaultsException.class)
        .hasMessageContaining("dfs.tiering.reads.half-life: '1s'")
        .hasMessageContaining("dfs.tiering.reads.blocks: 'x'");
  }
}
