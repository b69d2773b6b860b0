package org.tieredhdfs.hdfs.overlay.receive;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.util.DataChecksum;

/**
 * A writer of one block that sends its packets byte by byte as it is told, and reads the answers.
 */
final class RawWriter implements AutoCloseable {
  static final DataChecksum CHECKSUM = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512);

  private static final int TIMEOUT_MS = 60_000;

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;
  private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
  private final Random random = new Random(7);

  /** Opens a block in a pipeline of these DataNodes. */
  RawWriter(ExtendedBlock block, DataNode... pipeline) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), pipeline[0].getXferPort());
    socket.setSoTimeout(TIMEOUT_MS);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    out = new DataOutputStream(socket.getOutputStream());
    DatanodeInfo[] nodes =
        Arrays.stream(pipeline)
            .map(node -> new DatanodeInfoBuilder().setNodeID(node.getDatanodeId()).build())
            .toArray(DatanodeInfo[]::new);
    StorageType[] types = new StorageType[nodes.length];
    Arrays.fill(types, StorageType.DEFAULT);
    new Sender(out)
        .writeBlock(
            block,
            StorageType.DEFAULT,
            BlockTokenSecretManager.DUMMY_TOKEN,
            "raw",
            nodes,
            types,
            null,
            BlockConstructionStage.PIPELINE_SETUP_CREATE,
            pipeline.length,
            0,
            0,
            block.getGenerationStamp(),
            CHECKSUM,
            CachingStrategy.newDefaultStrategy(),
            false,
            false,
            null,
            null,
            new String[0]);
    Status status = BlockOpResponseProto.parseDelimitedFrom(in).getStatus();
    if (status != Status.SUCCESS) {
      throw new IOException("pipeline of " + block + ": " + status);
    }
  }

  /** Adds a packet of data to what is sent next. */
  RawWriter data(long seqno, long offset, int length) throws IOException {
    return packet(seqno, offset, length, false, false, false);
  }

  RawWriter corrupt(long seqno, long offset, int length) throws IOException {
    return packet(seqno, offset, length, false, false, true);
  }

  RawWriter synced(long seqno, long offset, int length) throws IOException {
    return packet(seqno, offset, length, false, true, false);
  }

  RawWriter heartbeat() throws IOException {
    return packet(-1, 0, 0, false, false, false);
  }

  RawWriter last(long seqno, long offset) throws IOException {
    return packet(seqno, offset, 0, true, false, false);
  }

  /** Adds bytes that are no packet. */
  RawWriter bytes(int payloadBytes, int headerBytes, byte... rest) throws IOException {
    DataOutputStream to = new DataOutputStream(pending);
    to.writeInt(payloadBytes);
    to.writeShort(headerBytes);
    to.write(rest);
    return this;
  }

  private RawWriter packet(
      long seqno, long offset, int length, boolean last, boolean sync, boolean corrupt)
      throws IOException {
    byte[] data = new byte[length];
    random.nextBytes(data);
    byte[] sums = new byte[CHECKSUM.getChecksumSize(length)];
    CHECKSUM.calculateChunkedSums(data, 0, length, sums, 0);
    if (corrupt) {
      data[length / 2] ^= 1;
    }
    DataOutputStream to = new DataOutputStream(pending);
    new PacketHeader(4 + sums.length + length, offset, seqno, last, length, sync).write(to);
    to.write(sums);
    to.write(data);
    return this;
  }

  /** Sends what was added, in one write, but for so many bytes at its end. */
  void send(int lessBytes) throws IOException {
    byte[] bytes = pending.toByteArray();
    pending.reset();
    out.write(bytes, 0, bytes.length - lessBytes);
    out.flush();
  }

  void send() throws IOException {
    send(0);
  }

  /** Sends nothing any more. */
  void end() throws IOException {
    socket.shutdownOutput();
  }

  PipelineAck ack() throws IOException {
    PipelineAck ack = new PipelineAck();
    ack.readFields(in);
    return ack;
  }

  /** All acknowledgements until the DataNode ends the connection. */
  List<PipelineAck> acksUntilEnd() throws IOException {
    return acks(false);
  }

  /**
   * All acknowledgements up to the first that is none. Who does not hang up then is sent the same
   * again and again by a DataNode that has lost the next one, by stock's, too.
   */
  List<PipelineAck> acksUntilFailure() throws IOException {
    return acks(true);
  }

  private List<PipelineAck> acks(boolean endsWithFailure) throws IOException {
    List<PipelineAck> acks = new ArrayList<>();
    try {
      do {
        acks.add(ack());
      } while (!endsWithFailure || acks.get(acks.size() - 1).isSuccess());
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException e) {
      // What is thrown at the end of the connection depends on how far an acknowledgement came
      return acks;
    }
    return acks;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
