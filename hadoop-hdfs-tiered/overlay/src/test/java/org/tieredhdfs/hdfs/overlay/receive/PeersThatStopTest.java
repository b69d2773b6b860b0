package org.tieredhdfs.hdfs.overlay.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.receive.ReceiveMetrics;
import org.tieredhdfs.waits.Waits;

/** What many writers cost a DataNode that begin a packet and say no more. */
class PeersThatStopTest {
  private static final int PEERS = 100;
  private static final int PACKET = 65_536;
  private static final long MAX_BUFFER_BYTES = 16L << 20;
  private static final Duration LIMIT = Duration.ofMinutes(1);

  @TempDir static File folder;
  private static MiniDFSCluster cluster;
  private long nextBlock = 1L << 41;

  @BeforeAll
  static void start() throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.setLong("dfs.tiered.receive.buffers.max", MAX_BUFFER_BYTES);
    cluster = new MiniDFSCluster.Builder(conf, folder).numDataNodes(1).build();
    cluster.waitActive();
    // Or the NameNode, which knows nothing of a raw writer's block, has it deleted meanwhile
    DataNodeTestUtils.setHeartbeatsDisabledForTests(dataNode(), true);
  }

  @AfterAll
  static void stop() {
    cluster.shutdown();
  }

  private static DataNode dataNode() {
    return cluster.getDataNodes().get(0);
  }

  private static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  private ExtendedBlock block() {
    return new ExtendedBlock(cluster.getNamesystem().getBlockPoolId(), nextBlock++, 0, 1001);
  }

  @Test
  void takeNoMoreBuffersThanTheBoundAndOthersGoOn() throws Exception {
    long before = directBytes();
    List<RawWriter> peers = new ArrayList<>();
    try (FSDataOutputStream other = cluster.getFileSystem().create(new Path("/other"), (short) 1)) {
      for (int i = 0; i < PEERS; i++) {
        RawWriter peer = new RawWriter(block(), dataNode());
        peers.add(peer);
        // all but the last byte of a packet, and of every other one nothing but its lengths
        peer.data(0, 0, PACKET).send(i % 2 == 0 ? 1 : PACKET);
      }
      Waits.until("all are received", LIMIT, () -> dataNode().getXceiverCount() >= PEERS);
      for (int i = 0; i < 20; i++) {
        other.write(new byte[100_000]);
        other.hflush();
      }
      long buffers = ReceiveMetrics.get().getBufferBytes();
      System.out.printf(
          "%d writers stopped within a packet: buffers %,d of %,d B, direct memory +%,d B%n",
          PEERS, buffers, MAX_BUFFER_BYTES, directBytes() - before);
      assertThat(buffers).isBetween(1L, MAX_BUFFER_BYTES);
    } finally {
      for (RawWriter peer : peers) {
        peer.close();
      }
    }
    Waits.until("none is received", LIMIT, () -> dataNode().getXceiverCount() == 0);
    assertThat(DFSTestUtil.readFileAsBytes(cluster.getFileSystem(), new Path("/other")))
        .hasSize(2_000_000);
  }
}
