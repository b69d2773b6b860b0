package org.apache.hadoop.hdfs.server.datanode;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Queue;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.util.Time;
import org.jspecify.annotations.NullMarked;
import org.tieredhdfs.hdfs.receive.PacketBatch;
import org.tieredhdfs.hdfs.receive.ReceiveMetrics;

/**
 * Sends acknowledgements in the thread that wrote the packets, on the last DataNode of a pipeline.
 *
 * <p>Stock hands each to a second thread, the responder. That one still sends what has to wait: the
 * block's last packet, which it finalizes the block for, an error, and whatever comes while it has
 * something to send. As in stock, no other thread sends meanwhile: out-of-band acknowledgements are
 * serialised with these. Called by the receiving thread.
 */
@NullMarked
final class InlineAcks {
  private static final String LAST = "LAST_IN_PIPELINE";
  private static final VarHandle TYPE;
  private static final VarHandle QUEUE;
  private static final VarHandle RUNNING;
  private static final VarHandle SENDING;
  private static final VarHandle UPSTREAM;

  static {
    try {
      Class<?> owner = BlockReceiver.PacketResponder.class;
      MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(owner, MethodHandles.lookup());
      TYPE =
          lookup.unreflectVarHandle(BlockReceiver.PacketResponder.class.getDeclaredField("type"));
      QUEUE =
          lookup.unreflectVarHandle(
              BlockReceiver.PacketResponder.class.getDeclaredField("ackQueue"));
      RUNNING =
          lookup.unreflectVarHandle(
              BlockReceiver.PacketResponder.class.getDeclaredField("running"));
      SENDING =
          lookup.unreflectVarHandle(
              BlockReceiver.PacketResponder.class.getDeclaredField("sending"));
      UPSTREAM =
          lookup.unreflectVarHandle(
              BlockReceiver.PacketResponder.class.getDeclaredField("upstreamOut"));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(
          "PacketResponder of this Hadoop differs from the expected one; use the build"
              + " for this version",
          e);
    }
  }

  private final BlockReceiver.PacketResponder responder;
  private final StockReceiver stock;
  private final Queue<?> queue;
  private final DataOutputStream upstream;
  private final boolean isLast;
  private final ByteArrayOutputStream frames = new ByteArrayOutputStream();

  InlineAcks(BlockReceiver.PacketResponder responder, StockReceiver stock) {
    this.responder = responder;
    this.stock = stock;
    this.queue = (Queue<?>) QUEUE.get(responder);
    this.upstream = (DataOutputStream) UPSTREAM.get(responder);
    this.isLast = ((Enum<?>) TYPE.get(responder)).name().equals(LAST);
  }

  /**
   * Acknowledges the packets of a batch.
   *
   * @return whether it did; otherwise the responder must
   */
  boolean send(PacketBatch batch) throws IOException {
    if (!canSend()) {
      return false;
    }
    int header = header();
    frames.reset();
    for (int packet = 0; packet < batch.count(); packet++) {
      add(batch.seqno(packet), header);
    }
    sendFrames(batch.endOffset(), batch.count());
    return true;
  }

  /** Acknowledges one packet, in the same way. */
  boolean send(long seqno, long endOffset) throws IOException {
    if (!canSend()) {
      return false;
    }
    frames.reset();
    add(seqno, header());
    sendFrames(endOffset, 1);
    return true;
  }

  private boolean canSend() {
    if (!isLast || !(boolean) RUNNING.getVolatile(responder)) {
      return false;
    }
    synchronized (queue) {
      return queue.isEmpty();
    }
  }

  private int header() {
    DataNode datanode = stock.datanode();
    return PipelineAck.combineHeader(
        datanode.getECN(),
        Status.SUCCESS,
        datanode.getSLOWByBlockPoolId(stock.block().getBlockPoolId()));
  }

  private void add(long seqno, int header) throws IOException {
    int[] replies = {header};
    DataNodeFaultInjector.get().markSlow(stock.mirrorAddress(), replies);
    new PipelineAck(seqno, replies, 0).write(frames);
  }

  private void sendFrames(long endOffset, int acks) throws IOException {
    takeTurn();
    try {
      if (!(boolean) RUNNING.getVolatile(responder)) {
        return;
      }
      ReplicaInPipeline replica = stock.replica();
      if (endOffset > replica.getBytesAcked()) {
        replica.setBytesAcked(endOffset);
      }
      String upstreamAddress = stock.upstreamAddress();
      long beginMs = Time.monotonicNow();
      DataNodeFaultInjector.get().delay();
      DataNodeFaultInjector.get().delaySendingAckToUpstream(upstreamAddress);
      frames.writeTo(upstream);
      upstream.flush();
      long durationMs = Time.monotonicNow() - beginMs;
      DataNodeFaultInjector.get().logDelaySendingAckToUpstream(upstreamAddress, durationMs);
      if (durationMs > stock.slowThresholdMs()) {
        stock.datanode().metrics.incrSlowAckToUpstreamCount();
        DataNode.LOG.warn(
            "Acknowledging {} packets of {} took {} ms (threshold {} ms)",
            acks,
            stock.block(),
            durationMs,
            stock.slowThresholdMs());
      }
      ReceiveMetrics.get().acknowledgedInline(acks);
    } finally {
      endTurn();
    }
  }

  private void takeTurn() throws IOException {
    synchronized (responder) {
      while ((boolean) SENDING.get(responder)) {
        try {
          responder.wait();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new InterruptedIOException("Interrupted before acknowledging " + stock.block());
        }
      }
      SENDING.set(responder, true);
    }
  }

  private void endTurn() {
    synchronized (responder) {
      SENDING.set(responder, false);
      responder.notifyAll();
    }
  }
}
