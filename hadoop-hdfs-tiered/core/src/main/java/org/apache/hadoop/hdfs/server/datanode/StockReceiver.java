package org.apache.hadoop.hdfs.server.datanode;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.apache.hadoop.hdfs.util.DataTransferThrottler;
import org.apache.hadoop.util.Daemon;
import org.apache.hadoop.util.DataChecksum;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * Accesses the private parts of a stock block receiver: the fields that its method for one packet
 * uses, and the methods that it calls.
 *
 * <p>Access is as fast as for stock code. For the receiving thread.
 */
@NullMarked
final class StockReceiver {
  private static final MethodHandles.Lookup LOOKUP;
  private static final VarHandle IN;
  private static final VarHandle CLIENT_CHECKSUM;
  private static final VarHandle NEEDS_TRANSLATION;
  private static final VarHandle MIRROR_OUT;
  private static final VarHandle MIRROR_ADDRESS;
  private static final VarHandle MIRROR_ERROR;
  private static final VarHandle DOWNSTREAM_NODES;
  private static final VarHandle LAST_SENT_TIME;
  private static final VarHandle RESPONDER;
  private static final VarHandle THROTTLER;
  private static final VarHandle STREAMS;
  private static final VarHandle CHECKSUM_OUT;
  private static final VarHandle REPLICA;
  private static final VarHandle BLOCK;
  private static final VarHandle IS_DATANODE;
  private static final VarHandle IS_REPLACE_BLOCK;
  private static final VarHandle SLOW_THRESHOLD_MS;
  private static final VarHandle MAX_WRITE_MS;
  private static final MethodHandle MIRROR_OUT_ERROR;
  private static final MethodHandle TRACK_MIRROR_MS;
  private static final MethodHandle MANAGE_CACHE;

  static {
    try {
      LOOKUP = MethodHandles.privateLookupIn(BlockReceiver.class, MethodHandles.lookup());
      IN = open(BlockReceiver.class.getDeclaredField("in"));
      CLIENT_CHECKSUM = open(BlockReceiver.class.getDeclaredField("clientChecksum"));
      NEEDS_TRANSLATION = open(BlockReceiver.class.getDeclaredField("needsChecksumTranslation"));
      MIRROR_OUT = open(BlockReceiver.class.getDeclaredField("mirrorOut"));
      MIRROR_ADDRESS = open(BlockReceiver.class.getDeclaredField("mirrorAddr"));
      MIRROR_ERROR = open(BlockReceiver.class.getDeclaredField("mirrorError"));
      DOWNSTREAM_NODES = open(BlockReceiver.class.getDeclaredField("downstreamDNs"));
      LAST_SENT_TIME = open(BlockReceiver.class.getDeclaredField("lastSentTime"));
      RESPONDER = open(BlockReceiver.class.getDeclaredField("responder"));
      THROTTLER = open(BlockReceiver.class.getDeclaredField("throttler"));
      STREAMS = open(BlockReceiver.class.getDeclaredField("streams"));
      CHECKSUM_OUT = open(BlockReceiver.class.getDeclaredField("checksumOut"));
      REPLICA = open(BlockReceiver.class.getDeclaredField("replicaInfo"));
      BLOCK = open(BlockReceiver.class.getDeclaredField("block"));
      IS_DATANODE = open(BlockReceiver.class.getDeclaredField("isDatanode"));
      IS_REPLACE_BLOCK = open(BlockReceiver.class.getDeclaredField("isReplaceBlock"));
      SLOW_THRESHOLD_MS = open(BlockReceiver.class.getDeclaredField("datanodeSlowLogThresholdMs"));
      MAX_WRITE_MS = open(BlockReceiver.class.getDeclaredField("maxWriteToDiskMs"));
      MIRROR_OUT_ERROR = open("handleMirrorOutError", IOException.class);
      TRACK_MIRROR_MS = open("trackSendPacketToLastNodeInPipeline", long.class);
      MANAGE_CACHE = open("manageWriterOsCache", long.class, long.class);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(
          "BlockReceiver of this Hadoop differs from the expected one; use the build"
              + " for this version",
          e);
    }
  }

  private final BlockReceiver receiver;

  StockReceiver(BlockReceiver receiver) {
    this.receiver = receiver;
  }

  /** The thread that sends acknowledgements for a receiver, as far as others see it. */
  static @Nullable Thread responderThread(BlockReceiver receiver) {
    return (Thread) RESPONDER.getVolatile(receiver);
  }

  /** Whether a receiver has acknowledged data, as far as others see it. */
  static boolean hasAcknowledged(BlockReceiver receiver) {
    return receiver.getReplica() instanceof ReplicaInPipeline replica
        && replica.getBytesAcked() > 0;
  }

  private static VarHandle open(Field field) throws IllegalAccessException {
    return LOOKUP.unreflectVarHandle(field);
  }

  private static MethodHandle open(String method, Class<?>... arguments)
      throws ReflectiveOperationException {
    return LOOKUP.findVirtual(
        BlockReceiver.class, method, MethodType.methodType(void.class, arguments));
  }

  DataNode datanode() {
    return receiver.getDataNode();
  }

  /** Where packets come from. */
  @Nullable DataInputStream in() {
    return (DataInputStream) IN.get(receiver);
  }

  DataChecksum clientChecksum() {
    return (DataChecksum) CLIENT_CHECKSUM.get(receiver);
  }

  /** Whether checksums on the volume have another type than the received ones. */
  boolean needsChecksumTranslation() {
    return (boolean) NEEDS_TRANSLATION.get(receiver);
  }

  /** The stream to the next DataNode; null at the end of a pipeline. */
  @Nullable DataOutputStream mirrorOut() {
    return (DataOutputStream) MIRROR_OUT.get(receiver);
  }

  @Nullable String mirrorAddress() {
    return (String) MIRROR_ADDRESS.get(receiver);
  }

  boolean mirrorError() {
    return (boolean) MIRROR_ERROR.getVolatile(receiver);
  }

  DatanodeInfo[] downstreamNodes() {
    return (DatanodeInfo[]) DOWNSTREAM_NODES.get(receiver);
  }

  AtomicLong lastSentTimeMs() {
    return (AtomicLong) LAST_SENT_TIME.get(receiver);
  }

  /** The thread that sends acknowledgements; null if there is none. */
  BlockReceiver.@Nullable PacketResponder responder() {
    Daemon thread = (Daemon) RESPONDER.get(receiver);
    return thread == null ? null : (BlockReceiver.PacketResponder) thread.getRunnable();
  }

  @Nullable DataTransferThrottler throttler() {
    return (DataTransferThrottler) THROTTLER.get(receiver);
  }

  ReplicaOutputStreams streams() {
    return (ReplicaOutputStreams) STREAMS.get(receiver);
  }

  DataOutputStream checksumOut() {
    return (DataOutputStream) CHECKSUM_OUT.get(receiver);
  }

  ReplicaInPipeline replica() {
    return (ReplicaInPipeline) REPLICA.get(receiver);
  }

  ExtendedBlock block() {
    return (ExtendedBlock) BLOCK.get(receiver);
  }

  /** Whether the sender is another DataNode that copies a block, not a client. */
  boolean isDatanode() {
    return (boolean) IS_DATANODE.get(receiver);
  }

  /** The address of the sender. */
  String upstreamAddress() {
    return receiver.inAddr;
  }

  boolean isReplaceBlock() {
    return (boolean) IS_REPLACE_BLOCK.get(receiver);
  }

  long slowThresholdMs() {
    return (long) SLOW_THRESHOLD_MS.get(receiver);
  }

  /** Records the duration of a write, for the longest of the block. */
  void noteWriteMs(long durationMs) {
    if (durationMs > (long) MAX_WRITE_MS.get(receiver)) {
      MAX_WRITE_MS.set(receiver, durationMs);
    }
  }

  void flushOrSync(long seqno) throws IOException {
    receiver.flushOrSync(false, seqno);
  }

  /** Runs stock's handling of a failed write to the next DataNode. */
  void mirrorOutError(IOException thrown) throws IOException {
    try {
      MIRROR_OUT_ERROR.invoke(receiver, thrown);
    } catch (Throwable e) {
      throw unwrapped(e);
    }
  }

  void trackMirrorMs(long durationMs) throws IOException {
    try {
      TRACK_MIRROR_MS.invoke(receiver, durationMs);
    } catch (Throwable e) {
      throw unwrapped(e);
    }
  }

  void manageCache(long blockOffset, long seqno) throws IOException {
    try {
      MANAGE_CACHE.invoke(receiver, blockOffset, seqno);
    } catch (Throwable e) {
      throw unwrapped(e);
    }
  }

  private static IOException unwrapped(Throwable thrown) {
    if (thrown instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    if (thrown instanceof Error error) {
      throw error;
    }
    return thrown instanceof IOException known ? known : new IOException(thrown);
  }
}
