package org.apache.hadoop.hdfs.server.datanode;

import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.apache.hadoop.util.Time;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.receive.GatheringOutput;
import org.tieredhdfs.hdfs.receive.PacketBatch;
import org.tieredhdfs.hdfs.receive.ReceiveKeys;
import org.tieredhdfs.hdfs.receive.ReceiveMetrics;
import org.tieredhdfs.hdfs.receive.XceiverThread;

/**
 * Forwards the packets of a batch to the next DataNode and writes them to the replica: their data
 * with one call, then their checksums with one, where stock code makes these calls for each packet.
 *
 * <p>The data goes to the file without a copy if it is off-heap, interrupts can be deferred, and
 * Hadoop does not instrument its own streams' writes. For the receiving thread.
 */
@NullMarked
final class ReplicaWriter {
  /** How much is copied at once where a stream takes nothing but arrays. */
  private static final int COPY_BYTES = 128 * 1024;

  private static final byte[] NOTHING = {};

  private final StockReceiver stock;
  private final boolean direct;
  private final ReceiveMetrics metrics = ReceiveMetrics.get();
  private byte[] copy = new byte[0];

  /**
   * @param direct whether data is written without a copy where that is possible
   */
  ReplicaWriter(StockReceiver stock, boolean direct, Configuration conf) {
    this.stock = stock;
    this.direct = direct && !ReceiveKeys.isFileIoWatched(conf);
  }

  /** Forwards the packets unchanged; errors are handled as in stock code. */
  void mirror(PacketBatch batch, DataOutputStream mirror) throws IOException {
    try {
      long beginMs = Time.monotonicNow();
      DataNodeFaultInjector.get().stopSendingPacketDownstream(stock.mirrorAddress());
      copyTo(mirror, batch.wire());
      mirror.flush();
      long nowMs = Time.monotonicNow();
      stock.lastSentTimeMs().set(nowMs);
      long durationMs = nowMs - beginMs;
      DataNodeFaultInjector.get()
          .logDelaySendingPacketDownstream(stock.mirrorAddress(), durationMs);
      stock.trackMirrorMs(durationMs);
      if (durationMs > stock.slowThresholdMs()) {
        stock.datanode().metrics.incrPacketsSlowWriteToMirror();
        DataNode.LOG.warn(
            "Forwarding {} packets of {} took {} ms (threshold {} ms), downstream {}",
            batch.count(),
            stock.block(),
            durationMs,
            stock.slowThresholdMs(),
            Arrays.toString(stock.downstreamNodes()));
      }
    } catch (IOException e) {
      stock.mirrorOutError(e);
    }
  }

  /** Writes data and checksums, and lets readers of the block see both. */
  void write(PacketBatch batch, ReplicaInPipeline replica) throws IOException {
    long beginMs = Time.monotonicNow();
    boolean wasDirect = writeData(batch, replica);
    DataNodeFaultInjector.get().delayWriteToDisk();
    long durationMs = Time.monotonicNow() - beginMs;
    if (durationMs > stock.slowThresholdMs()) {
      stock.datanode().metrics.incrPacketsSlowWriteToDisk();
      DataNode.LOG.warn(
          "Writing {} packets of {} to {} took {} ms (threshold {} ms)",
          batch.count(),
          stock.block(),
          replica.getReplicaInfo().getVolume(),
          durationMs,
          stock.slowThresholdMs());
    }
    stock.noteWriteMs(durationMs);
    stock.checksumOut().write(batch.sums(), 0, batch.sumsLength());
    long seqno = batch.seqno(batch.count() - 1);
    stock.flushOrSync(seqno);
    replica.setLastChecksumAndDataLen(batch.endOffset(), batch.lastSum());
    stock.datanode().metrics.incrBytesWritten(batch.dataBytes());
    stock.datanode().metrics.incrTotalWriteTime(durationMs);
    // Stock drops what was written before the last packet, not before the last batch
    for (int packet = 0; packet < batch.count(); packet++) {
      stock.manageCache(batch.endOffset(packet), batch.seqno(packet));
    }
    metrics.wrote(batch.count(), wasDirect);
  }

  private boolean writeData(PacketBatch batch, ReplicaInPipeline replica) throws IOException {
    ReplicaOutputStreams streams = stock.streams();
    OutputStream file = streams.getDataOut();
    ByteBuffer[] pieces = batch.data();
    GatheringOutput gathering = direct && pieces[0].isDirect() ? gathering(file) : null;
    if (gathering != null && XceiverThread.hold()) {
      try {
        // An empty write tells the stream's owner that there is something to sync.
        streams.writeDataToDisk(NOTHING, 0, 0);
        gathering.write(pieces, batch.dataBytes());
      } catch (IOException e) {
        stock.datanode().checkDiskErrorAsync(replica.getReplicaInfo().getVolume());
        throw e;
      } finally {
        XceiverThread.release();
      }
      return true;
    }
    if (pieces[0].hasArray()) {
      for (ByteBuffer piece : pieces) {
        streams.writeDataToDisk(
            piece.array(), piece.arrayOffset() + piece.position(), piece.remaining());
      }
      return false;
    }
    byte[] bytes = copyOf(batch.dataBytes());
    int length = 0;
    for (ByteBuffer piece : pieces) {
      int taken = piece.remaining();
      piece.get(bytes, length, taken);
      length += taken;
    }
    streams.writeDataToDisk(bytes, 0, length);
    return false;
  }

  /**
   * A file with gathering writes: this project's, or that of Hadoop's dataset; null for any other.
   */
  private static @Nullable GatheringOutput gathering(OutputStream file) {
    if (file instanceof GatheringOutput ours) {
      return ours;
    }
    if (file.getClass()
        .getName()
        .equals(FileIoProvider.class.getName() + "$WrappedFileOutputStream")) {
      FileChannel channel = ((FileOutputStream) file).getChannel();
      return (pieces, bytes) -> writeFully(channel, pieces, bytes);
    }
    return null;
  }

  private static void writeFully(FileChannel channel, ByteBuffer[] pieces, int bytes)
      throws IOException {
    long left = bytes;
    while (left > 0) {
      left -= channel.write(pieces);
    }
  }

  private void copyTo(OutputStream out, ByteBuffer bytes) throws IOException {
    if (bytes.hasArray()) {
      out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
      return;
    }
    byte[] part = copyOf(Math.min(COPY_BYTES, bytes.remaining()));
    while (bytes.hasRemaining()) {
      int length = Math.min(part.length, bytes.remaining());
      bytes.get(part, 0, length);
      out.write(part, 0, length);
    }
  }

  private byte[] copyOf(int bytes) {
    if (copy.length < bytes) {
      copy = new byte[bytes];
    }
    return copy;
  }
}
