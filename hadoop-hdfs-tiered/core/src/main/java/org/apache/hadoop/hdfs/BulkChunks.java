package org.apache.hadoop.hdfs;

import java.io.IOException;
import org.apache.hadoop.fs.FSOutputSummer;
import org.apache.hadoop.tracing.TraceScope;
import org.apache.hadoop.util.DataChecksum;
import org.tieredhdfs.hdfs.write.PacketBuffers;

/**
 * Copies whole chunks from a caller's array into a packet, as many at once as fit; called by woven
 * code.
 *
 * <p>Packets are the same as Hadoop's, with the same bytes and sequence numbers. In Hadoop's
 * package to access a stream's packet. The caller holds the stream's lock.
 */
public final class BulkChunks {
  private BulkChunks() {}

  /**
   * Writes whole chunks, as many as fit.
   *
   * @param bufferedBytes what the stream still holds of earlier calls; it has to go first
   * @return how many bytes were taken; 0 to have Hadoop's code do
   */
  public static int write(
      FSOutputSummer stream,
      int bufferedBytes,
      DataChecksum checksum,
      byte[] bytes,
      int offset,
      int length)
      throws IOException {
    // a striped stream fills cells and computes parity chunk by chunk
    if (bufferedBytes != 0 || stream.getClass() != DFSOutputStream.class) {
      return 0;
    }
    DFSOutputStream out = (DFSOutputStream) stream;
    int chunkBytes = out.bytesPerChecksum;
    if (length < chunkBytes
        || !(out.byteArrayManager instanceof PacketBuffers buffers)
        || !buffers.settings().bulkChunks()) {
      return 0;
    }
    DataStreamer streamer = out.streamer;
    long blockBytes = streamer.getBytesCurBlock();
    // after an append, the first chunk only fills up a partial one
    if (streamer.getAppendChunk() || blockBytes % chunkBytes != 0) {
      return 0;
    }
    out.dfsClient.checkOpen();
    if (out.currentPacket == null) {
      out.currentPacket =
          out.createPacket(
              out.packetSize,
              out.chunksPerPacket,
              blockBytes,
              streamer.getAndIncCurrentSeqno(),
              false);
    }
    DFSPacket packet = out.currentPacket;
    int room = packet.getMaxChunks() - packet.getNumChunks();
    long left = (out.blockSize - blockBytes) / chunkBytes;
    int chunks = (int) Math.min(Math.min(room, left), length / chunkBytes);
    if (chunks <= 0) {
      return 0;
    }
    fill(out, packet, checksum, bytes, offset, chunks);
    if (chunks == room || streamer.getBytesCurBlock() == out.blockSize) {
      out.enqueueCurrentPacketFull();
    }
    return chunks * chunkBytes;
  }

  private static void fill(
      DFSOutputStream out,
      DFSPacket packet,
      DataChecksum checksum,
      byte[] bytes,
      int offset,
      int chunks)
      throws IOException {
    int length = chunks * out.bytesPerChecksum;
    byte[] sums = new byte[chunks * checksum.getChecksumSize()];
    checksum.calculateChunkedSums(bytes, offset, length, sums, 0);
    TraceScope scope = out.createWriteTraceScope();
    try {
      packet.writeChecksum(sums, 0, sums.length);
      packet.writeData(bytes, offset, length);
      for (int chunk = 0; chunk < chunks; chunk++) {
        packet.incNumChunks();
      }
      out.streamer.incBytesCurBlock(length);
    } finally {
      if (scope != null) {
        scope.close();
      }
    }
  }
}
