package org.tieredhdfs.hdfs.receive;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.metrics2.util.MBeans;

/**
 * How a process receives blocks, shown in JMX as {@code
 * Hadoop:service=DataNode,name=TieredReceive}.
 *
 * <p>One for the process, with its buffers. Thread-safe.
 */
public final class ReceiveMetrics implements ReceiveMXBean {
  /** The name in JMX, behind {@code Hadoop:service=DataNode,name=}. */
  public static final String NAME = "TieredReceive";

  private static final ReceiveMetrics OF_PROCESS = new ReceiveMetrics();
  private static final AtomicBoolean IS_PUBLISHED = new AtomicBoolean();

  private final ReceiveBuffers buffers = new ReceiveBuffers();
  private final LongAdder packets = new LongAdder();
  private final LongAdder batches = new LongAdder();
  private final LongAdder directWrites = new LongAdder();
  private final LongAdder stockPackets = new LongAdder();
  private final LongAdder inlineAcks = new LongAdder();
  private final LongAdder inlineAckWrites = new LongAdder();
  private final LongAdder joinedMirrorAcks = new LongAdder();
  private final LongAdder withoutBuffer = new LongAdder();

  private ReceiveMetrics() {}

  /** The instance of the process; registered in JMX on first use. */
  public static ReceiveMetrics get() {
    if (!IS_PUBLISHED.get() && IS_PUBLISHED.compareAndSet(false, true)) {
      MBeans.register("DataNode", NAME, OF_PROCESS);
    }
    return OF_PROCESS;
  }

  public ReceiveBuffers buffers() {
    return buffers;
  }

  /** Counts packets that were written together. */
  public void wrote(int packetCount, boolean direct) {
    packets.add(packetCount);
    batches.increment();
    if (direct) {
      directWrites.increment();
    }
  }

  public void leftToStock() {
    stockPackets.increment();
  }

  /** Counts acknowledgements that were sent at once by the thread that had written. */
  public void acknowledgedInline(int acks) {
    inlineAcks.add(acks);
    inlineAckWrites.increment();
  }

  public void joinedMirrorAck() {
    joinedMirrorAcks.increment();
  }

  public void hasNoBuffer() {
    withoutBuffer.increment();
  }

  @Override
  public long getPacketsInBatches() {
    return packets.sum();
  }

  @Override
  public long getBatches() {
    return batches.sum();
  }

  @Override
  public long getDirectWrites() {
    return directWrites.sum();
  }

  @Override
  public long getStockPackets() {
    return stockPackets.sum();
  }

  @Override
  public long getInlineAcks() {
    return inlineAcks.sum();
  }

  @Override
  public long getInlineAckWrites() {
    return inlineAckWrites.sum();
  }

  @Override
  public long getJoinedMirrorAcks() {
    return joinedMirrorAcks.sum();
  }

  @Override
  public long getReceiversWithoutBuffer() {
    return withoutBuffer.sum();
  }

  @Override
  public long getBufferBytes() {
    return buffers.allocatedBytes();
  }
}
