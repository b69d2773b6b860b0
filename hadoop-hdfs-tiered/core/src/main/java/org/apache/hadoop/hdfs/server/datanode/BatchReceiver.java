package org.apache.hadoop.hdfs.server.datanode;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.limit.BlockPace;
import org.tieredhdfs.hdfs.limit.TypeLimits;
import org.tieredhdfs.hdfs.profile.DatanodeProfiles;
import org.tieredhdfs.hdfs.profile.ReceiveProfile;
import org.tieredhdfs.hdfs.receive.PacketBatch;
import org.tieredhdfs.hdfs.receive.PacketInput;
import org.tieredhdfs.hdfs.receive.PacketSink;
import org.tieredhdfs.hdfs.receive.ReceiveKeys;
import org.tieredhdfs.hdfs.receive.ReceiveMetrics;
import org.tieredhdfs.hdfs.receive.XceiverInput;

/**
 * Receives the packets that have arrived together in one batch: forwards them, writes their data,
 * writes their checksums, and acknowledges them, where stock code does so for each packet.
 *
 * <p>The idea is that of HDFS-959, item 2.2. It takes the ordinary packets in the middle of a block
 * and leaves all others to stock, which reads them from the same buffer: the first after a partial
 * chunk, those that want a sync, heartbeats, the last, malformed ones and ones whose checksums are
 * wrong. The steps of a batch are in stock's order, so that no packet is acknowledged before it
 * would be there. For the receiving thread.
 */
@NullMarked
public final class BatchReceiver implements PacketSink {
  private final StockReceiver stock;
  private final XceiverInput in;
  private final PacketInput input;
  private final @Nullable ByteBuffer buffer;
  private final ReceiveProfile profile;
  private final ReceiveMetrics metrics = ReceiveMetrics.get();
  private final ReplicaWriter writer;
  private final @Nullable BlockPace pace;
  private @Nullable PacketBatch batch;
  private @Nullable InlineAcks acks;
  private boolean isClosed;

  private BatchReceiver(
      StockReceiver stock, XceiverInput in, PacketInput input, Configuration conf) {
    this.stock = stock;
    this.in = in;
    this.input = input;
    this.pace = TypeLimits.of(stock.datanode()).pace(stock.replica().getVolume());
    this.profile = ReceiveProfile.of(DatanodeProfiles.of(stock.datanode(), stock.replica()), conf);
    this.writer = new ReplicaWriter(stock, profile.directWrite(), conf);
    this.buffer = takeBuffer(conf);
    if (buffer != null) {
      input.lend(buffer);
    }
  }

  /**
   * Before a block is received: reads packets through a larger buffer, if there is one.
   *
   * @param receiver the stock receiver
   * @param from where it reads packets from
   */
  public static void begin(Object receiver, @Nullable DataInputStream from) {
    if (!(from instanceof XceiverInput in)) {
      return;
    }
    PacketInput input = in.packets();
    if (input == null) {
      return;
    }
    StockReceiver stock = new StockReceiver((BlockReceiver) receiver);
    in.setSink(new BatchReceiver(stock, in, input, stock.datanode().getConf()));
  }

  private @Nullable ByteBuffer takeBuffer(Configuration conf) {
    ByteBuffer taken =
        metrics
            .buffers()
            .take(
                profile.bufferBytes(),
                input.readsDirectly(),
                ReceiveKeys.BUFFERS_MAX.getSizeBytes(conf));
    if (taken == null) {
      metrics.hasNoBuffer();
    }
    return taken;
  }

  /**
   * Replaces stock's method for one packet; returns the number of data bytes received, or 0 to let
   * stock code do it.
   */
  public static int receive(@Nullable DataInputStream from) throws IOException {
    if (from instanceof XceiverInput in) {
      PacketSink sink = in.sink();
      return sink == null ? 0 : sink.receive();
    }
    return 0;
  }

  /** Called after a block was received, successfully or not. */
  public static void end(@Nullable DataInputStream from) {
    if (from instanceof XceiverInput in) {
      PacketSink sink = in.sink();
      if (sink != null) {
        sink.close();
      }
    }
  }

  /**
   * Replaces the hand-over of a packet's acknowledgement to the responder thread.
   *
   * @return whether it was sent
   */
  public static boolean acknowledge(
      Object responder, Object receiver, long seqno, boolean last, long offset, Status status)
      throws IOException {
    return !last
        && status == Status.SUCCESS
        && new StockReceiver((BlockReceiver) receiver).in() instanceof XceiverInput in
        && in.sink() instanceof BatchReceiver ours
        && ours.profile.inlineAck()
        && ours.acks((BlockReceiver.PacketResponder) responder).send(seqno, offset);
  }

  @Override
  public void close() {
    if (!isClosed) {
      isClosed = true;
      in.setSink(null);
      if (buffer != null) {
        input.giveBack();
        metrics.buffers().giveBack(buffer);
      }
    }
  }

  @Override
  public int receive() throws IOException {
    // for what was written before; who sent it need not wait for that
    if (pace != null) {
      pace.keep(stock.replica().getBytesOnDisk());
    }
    int received = canBatch() ? receiveBatch() : 0;
    if (received == 0) {
      metrics.leftToStock();
    }
    return received;
  }

  /** Throttled and moved blocks go packet by packet, because the throttler counts packets. */
  private boolean canBatch() {
    return profile.groupCommit()
        && buffer != null
        && stock.throttler() == null
        && !stock.isReplaceBlock()
        && !stock.needsChecksumTranslation()
        && PacketBatch.canTake(stock.clientChecksum());
  }

  private int receiveBatch() throws IOException {
    if (!input.awaitPacket()) {
      return 0;
    }
    ReplicaInPipeline replica = stock.replica();
    long begin = replica.getBytesOnDisk();
    boolean verify = stock.mirrorOut() == null || stock.isDatanode();
    if (batch == null) {
      batch = new PacketBatch(stock.clientChecksum(), verify);
    }
    if (replica.getNumBytes() != begin || batch.find(input.unread(), begin) == 0) {
      return 0;
    }
    replica.setNumBytes(batch.endOffset());
    if (!verify) {
      enqueue(batch);
    }
    for (int packet = 0; packet < batch.count(); packet++) {
      stock.datanode().metrics.incrPacketsReceived();
    }
    DataOutputStream mirror = stock.mirrorOut();
    if (mirror != null && !stock.mirrorError()) {
      writer.mirror(batch, mirror);
    }
    writer.write(batch, replica);
    if (verify) {
      acknowledge(batch);
    }
    input.skipRead(batch.wireBytes());
    return batch.dataBytes();
  }

  private void acknowledge(PacketBatch written) throws IOException {
    BlockReceiver.PacketResponder responder = stock.responder();
    if (responder == null) {
      return;
    }
    if (!profile.inlineAck() || !acks(responder).send(written)) {
      enqueue(written);
    }
  }

  private void enqueue(PacketBatch packets) {
    BlockReceiver.PacketResponder responder = stock.responder();
    if (responder != null) {
      for (int packet = 0; packet < packets.count(); packet++) {
        responder.enqueue(packets.seqno(packet), false, packets.endOffset(packet), Status.SUCCESS);
      }
    }
  }

  private InlineAcks acks(BlockReceiver.PacketResponder responder) {
    if (acks == null) {
      acks = new InlineAcks(responder, stock);
    }
    return acks;
  }
}
