package org.tieredhdfs.hdfs.overlay.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory;
import org.tieredhdfs.hdfs.receive.ReceiveMetrics;
import org.tieredhdfs.waits.Waits;

/** That files hold what was written, whatever sizes it came in, with each lever on and off. */
class WrittenContentTest {
  private static final int BLOCK = 1 << 20;

  @TempDir File folder;

  private static Configuration configuration(boolean ours) {
    Configuration conf = new HdfsConfiguration();
    conf.setInt(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, 0);
    if (ours) {
      conf.set(
          DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, TieredFsDatasetFactory.class.getName());
    }
    return conf;
  }

  private MiniDFSCluster cluster(Configuration conf, int nodes) throws IOException {
    MiniDFSCluster cluster = new MiniDFSCluster.Builder(conf, folder).numDataNodes(nodes).build();
    cluster.waitActive();
    return cluster;
  }

  /**
   * Writes, flushes, syncs and appends at random offsets; looks at the file after each of these.
   */
  private static void writeAtRandom(DistributedFileSystem fs, int replication, long seed)
      throws Exception {
    Path path = new Path("/file-" + replication + "-" + seed);
    Random random = new Random(seed);
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    FSDataOutputStream out = fs.create(path, (short) replication);
    try {
      for (int step = 0; step < 25; step++) {
        byte[] bytes = new byte[1 + random.nextInt(step % 5 == 4 ? 600_000 : 3_000)];
        random.nextBytes(bytes);
        out.write(bytes);
        expected.write(bytes);
        switch (random.nextInt(4)) {
          case 0 -> out.hflush();
          case 1 -> out.hsync();
          case 2 -> {
            out.close();
            awaitReplicas(fs, path, replication);
            out = fs.append(path);
          }
          default -> {
            continue;
          }
        }
        assertThat(read(fs, path, expected.size())).isEqualTo(expected.toByteArray());
      }
    } finally {
      out.close();
    }
    assertThat(DFSTestUtil.readFileAsBytes(fs, path)).isEqualTo(expected.toByteArray());
  }

  /**
   * A file is closed as soon as the NameNode knows one replica; who appends to it then has a
   * pipeline of that one, which Hadoop refuses to copy to those that have the block, too.
   */
  private static void awaitReplicas(DistributedFileSystem fs, Path path, int replication)
      throws Exception {
    Waits.until(
        "all replicas are known",
        Duration.ofMinutes(1),
        () ->
            fs.getClient().getLocatedBlocks(path.toString(), 0).getLocatedBlocks().stream()
                .allMatch(block -> block.getLocations().length == replication));
  }

  /** With the checksums that each DataNode keeps. */
  private static byte[] read(DistributedFileSystem fs, Path path, int length) throws IOException {
    byte[] bytes = new byte[length];
    try (FSDataInputStream in = fs.open(path)) {
      in.readFully(0, bytes);
    }
    return bytes;
  }

  @ParameterizedTest
  @CsvSource({"false, 1", "true, 1", "false, 3", "true, 3"})
  void isReadBackRightAfterEachFlushSyncAndAppend(boolean ours, int replication) throws Exception {
    long packets = ReceiveMetrics.get().getPacketsInBatches();
    try (MiniDFSCluster cluster = cluster(configuration(ours), replication)) {
      for (int seed = 0; seed < 3; seed++) {
        writeAtRandom(cluster.getFileSystem(), replication, seed);
      }
    }
    assertThat(ReceiveMetrics.get().getPacketsInBatches()).isGreaterThan(packets);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "dfs.tiered.receive.group.commit, false",
    "dfs.tiered.receive.direct.write, false",
    "dfs.tiered.receive.inline.ack, false",
    "dfs.tiered.receive.mirror.ack.buffer, false",
    "dfs.tiered.receive.buffers.max, 0",
    "dfs.tiered.receive.buffer.size, 64k",
    "dfs.datanode.fileio.profiling.sampling.percentage, 50",
    "dfs.datanode.data.write.bandwidthPerSec, 1000000000",
    "dfs.encrypt.data.transfer, true"
  })
  void isReadBackWithOneLeverChanged(String key, String value) throws Exception {
    Configuration conf = configuration(true);
    conf.set(key, value);
    if (key.equals("dfs.encrypt.data.transfer")) {
      conf.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, true);
    }
    try (MiniDFSCluster cluster = cluster(conf, 2)) {
      writeAtRandom(cluster.getFileSystem(), 2, 11);
      writeAtRandom(cluster.getFileSystem(), 1, 12);
    }
  }

  @Test
  void packetsLargerThanTheBufferAreReceivedAsStockDoes() throws Exception {
    Configuration conf = configuration(true);
    conf.set("dfs.tiered.receive.buffer.size", "64k");
    conf.setInt(HdfsClientConfigKeys.DFS_CLIENT_WRITE_PACKET_SIZE_KEY, 300_000);
    try (MiniDFSCluster cluster = cluster(conf, 1)) {
      writeAtRandom(cluster.getFileSystem(), 1, 21);
    }
  }

  @Test
  void moreWritersThanThereAreBuffersForAreServedAll() throws Exception {
    Configuration conf = configuration(true);
    conf.set("dfs.tiered.receive.buffer.size", "64k");
    conf.set("dfs.tiered.receive.buffers.max", "128k");
    long without = ReceiveMetrics.get().getReceiversWithoutBuffer();
    try (MiniDFSCluster cluster = cluster(conf, 1)) {
      DistributedFileSystem fs = cluster.getFileSystem();
      FSDataOutputStream[] open = new FSDataOutputStream[5];
      for (int i = 0; i < open.length; i++) {
        open[i] = fs.create(new Path("/open-" + i));
        open[i].write(new byte[200_000]);
        open[i].hflush();
      }
      for (int i = 0; i < open.length; i++) {
        open[i].close();
        assertThat(DFSTestUtil.readFileAsBytes(fs, new Path("/open-" + i))).hasSize(200_000);
      }
    }
    assertThat(ReceiveMetrics.get().getReceiversWithoutBuffer() - without)
        .isGreaterThanOrEqualTo(3);
  }
}
