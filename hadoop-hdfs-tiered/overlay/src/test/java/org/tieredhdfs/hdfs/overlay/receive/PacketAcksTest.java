package org.tieredhdfs.hdfs.overlay.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tieredhdfs.hdfs.receive.ReceiveMetrics;
import org.tieredhdfs.waits.Waits;

/** What a DataNode answers to packets, good and bad, that come many at a time. */
class PacketAcksTest {
  private static final int PACKET = 4096;
  private static final int PACKETS = 300;

  @TempDir static File folder;
  private static MiniDFSCluster cluster;
  private static long nextBlock = 1L << 40;

  @BeforeAll
  static void start() throws IOException {
    Configuration conf = new HdfsConfiguration();
    cluster = new MiniDFSCluster.Builder(conf, folder).numDataNodes(3).build();
    cluster.waitActive();
    // Or the NameNode, which knows nothing of a raw writer's block, has it deleted meanwhile
    cluster
        .getDataNodes()
        .forEach(node -> DataNodeTestUtils.setHeartbeatsDisabledForTests(node, true));
  }

  @AfterAll
  static void stop() {
    cluster.shutdown();
  }

  private static RawWriter writer(ExtendedBlock block, int nodes) throws IOException {
    return new RawWriter(block, cluster.getDataNodes().subList(0, nodes).toArray(new DataNode[0]));
  }

  private static ExtendedBlock block() {
    return new ExtendedBlock(cluster.getNamesystem().getBlockPoolId(), nextBlock++, 0, 1001);
  }

  private static List<Long> seqnos(List<PipelineAck> acks) {
    return acks.stream().map(PipelineAck::getSeqno).toList();
  }

  private static List<Long> upTo(long end) {
    return LongStream.range(0, end).boxed().toList();
  }

  /** Clients and DataNodes count them. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void eachPacketIsAcknowledgedOnceInOrderByAllNodes(int nodes) throws Exception {
    long batches = ReceiveMetrics.get().getBatches();
    ExtendedBlock block = block();
    try (RawWriter writer = writer(block, nodes)) {
      for (int i = 0; i < PACKETS; i++) {
        writer.data(i, (long) i * PACKET, PACKET);
      }
      writer.last(PACKETS, (long) PACKETS * PACKET).send();
      List<PipelineAck> acks = writer.acksUntilEnd();

      assertThat(seqnos(acks)).isEqualTo(upTo(PACKETS + 1));
      assertThat(acks)
          .allSatisfy(
              ack -> {
                assertThat(ack.getNumOfReplies()).isEqualTo((short) nodes);
                assertThat(ack.isSuccess()).isTrue();
              });
    }
    for (DataNode node : cluster.getDataNodes().subList(0, nodes)) {
      assertThat(node.getFSDataset().getLength(block)).isEqualTo((long) PACKETS * PACKET);
    }
    long newBatches = ReceiveMetrics.get().getBatches() - batches;
    assertThat(newBatches).isPositive().isLessThan((long) PACKETS * nodes);
  }

  /** Those that stock receives come between the others. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void heartbeatsAndSyncsAreAnsweredInTheirTurn(int nodes) throws Exception {
    try (RawWriter writer = writer(block(), nodes)) {
      writer.data(0, 0, PACKET).heartbeat().synced(1, PACKET, PACKET).data(2, 2 * PACKET, 100);
      writer.data(3, 2 * PACKET + 100, 412).data(4, 2 * PACKET + 512, PACKET);
      writer.last(5, 3 * PACKET + 512).send();

      assertThat(seqnos(writer.acksUntilEnd())).containsExactly(0L, -1L, 1L, 2L, 3L, 4L, 5L);
    }
  }

  @Test
  void onePacketAtATimeIsAcknowledgedBeforeTheNextIsSent() throws Exception {
    long inline = ReceiveMetrics.get().getInlineAcks();
    try (RawWriter writer = writer(block(), 1)) {
      for (int i = 0; i < 20; i++) {
        writer.data(i, 512L * i, 512).send();
        assertThat(writer.ack().getSeqno()).isEqualTo(i);
      }
      writer.last(20, 512L * 20).send();
      assertThat(seqnos(writer.acksUntilEnd())).containsExactly(20L);
    }
    assertThat(ReceiveMetrics.get().getInlineAcks() - inline).isGreaterThanOrEqualTo(20);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aCorruptPacketIsNeverAcknowledgedAndTheWriterIsTold(int nodes) throws Exception {
    ExtendedBlock block = block();
    try (RawWriter writer = writer(block, nodes)) {
      for (int i = 0; i < 10; i++) {
        writer.data(i, (long) i * PACKET, PACKET);
      }
      writer.corrupt(10, 10L * PACKET, PACKET).data(11, 11L * PACKET, PACKET).send();
      List<PipelineAck> acks = writer.acksUntilFailure();

      List<PipelineAck> good = acks.stream().filter(PipelineAck::isSuccess).toList();
      assertThat(seqnos(good)).isEqualTo(upTo(good.size()));
      assertThat(good).hasSizeLessThanOrEqualTo(10);
      if (nodes == 1) {
        assertThat(good).hasSize(10);
        PipelineAck bad = acks.get(10);
        assertThat(bad.getSeqno()).isEqualTo(10);
        assertThat(PipelineAck.getStatusFromHeader(bad.getHeaderFlag(0)))
            .isEqualTo(Status.ERROR_CHECKSUM);
        assertThat(writer.acksUntilEnd()).isEmpty();
      }
    }
    DataNode lastNode = cluster.getDataNodes().get(nodes - 1);
    assertThat(lastNode.getFSDataset().getReplicaVisibleLength(block))
        .isLessThanOrEqualTo(10L * PACKET);
  }

  private interface Attack {
    void add(RawWriter writer) throws IOException;
  }

  private static void assertDropped(Attack attack, int lessBytes, String reason) throws Exception {
    GenericTestUtils.LogCapturer log = GenericTestUtils.LogCapturer.captureLogs(DataNode.LOG);
    try (FSDataOutputStream other = cluster.getFileSystem().create(new Path("/other"), (short) 1);
        RawWriter writer = writer(block(), 1)) {
      other.write(new byte[100_000]);
      other.hflush();
      writer.data(0, 0, PACKET);
      attack.add(writer);
      writer.send(lessBytes);
      if (lessBytes > 0) {
        writer.end();
      }
      assertThat(seqnos(writer.acksUntilEnd())).isSubsetOf(0L);
      Waits.until(
          "'" + reason + "'", Duration.ofMinutes(1), () -> log.getOutput().contains(reason));
      other.write(new byte[100_000]);
      other.hflush();
    } finally {
      log.stopCapturing();
    }
    assertThat(DFSTestUtil.readFileAsBytes(cluster.getFileSystem(), new Path("/other")))
        .hasSize(200_000);
  }

  @Test
  void malformedPacketsAreRefusedAndOthersGoOn() throws Exception {
    assertDropped(writer -> writer.bytes(3, 25), 0, "Invalid payload length 3");
    assertDropped(writer -> writer.bytes(100, -2), 0, "Invalid header length -2");
    assertDropped(
        writer -> writer.bytes(1 << 30, 25), 0, "Incorrect value for packet payload size");
    assertDropped(
        writer -> writer.bytes(4, 3, (byte) -1, (byte) -1, (byte) -1), 0, "InvalidProtocolBuffer");
    assertDropped(writer -> writer.data(1, 9 * PACKET, PACKET), 0, "out-of-sequence packet");
  }

  @Test
  void aPacketThatIsCutOffIsNoPacket() throws Exception {
    assertDropped(writer -> writer.data(1, PACKET, PACKET), 1000, "Premature EOF");
  }
}
