package org.tieredhdfs.bench.write.floor;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.ReadableByteChannel;
import java.util.zip.CRC32C;

/**
 * A packet as it travels: sequence number, checksums, data; all packets have the same length. It is
 * one direct buffer that is used again and again. Used by one thread.
 *
 * <pre>
 * long sequence | int checksum of each 512 bytes | data
 * </pre>
 */
final class Packet {
  /** Of a packet in a stream, as Hadoop's by default. */
  static final int STREAM_BYTES = 64 * 1024;

  static final int ACK_BYTES = Long.BYTES;

  private static final int CHUNK_BYTES = 512;
  private static final int SUMS = Long.BYTES;

  private final int chunks;
  private final ByteBuffer whole;
  private final ByteBuffer sums;
  private final ByteBuffer data;
  private final CRC32C crc = new CRC32C();

  /**
   * @param dataBytes a multiple of 512
   */
  Packet(int dataBytes) {
    chunks = dataBytes / CHUNK_BYTES;
    int dataFrom = SUMS + chunks * Integer.BYTES;
    whole = ByteBuffer.allocateDirect(dataFrom + dataBytes);
    sums = whole.slice(SUMS, dataFrom - SUMS);
    data = whole.slice(dataFrom, dataBytes);
  }

  /** Takes data over and computes its checksums. */
  void fill(long sequence, byte[] content) {
    whole.putLong(0, sequence);
    data.put(0, content);
    for (int chunk = 0; chunk < chunks; chunk++) {
      sums.putInt(chunk * Integer.BYTES, checksum(chunk));
    }
  }

  private int checksum(int chunk) {
    crc.reset();
    int from = chunk * CHUNK_BYTES;
    crc.update(data.limit(from + CHUNK_BYTES).position(from));
    data.clear();
    return (int) crc.getValue();
  }

  /**
   * Compares data and checksums.
   *
   * @throws IOException if they differ
   */
  void verify() throws IOException {
    for (int chunk = 0; chunk < chunks; chunk++) {
      if (sums.getInt(chunk * Integer.BYTES) != checksum(chunk)) {
        throw new IOException("packet " + sequence() + ": wrong checksum of chunk " + chunk);
      }
    }
  }

  long sequence() {
    return whole.getLong(0);
  }

  void sendTo(GatheringByteChannel channel) throws IOException {
    writeFully(channel, whole);
  }

  /**
   * Reads one whole packet; returns whether there was one.
   *
   * @throws EOFException if the peer ends within a packet
   */
  boolean receiveFrom(ReadableByteChannel channel) throws IOException {
    whole.clear();
    while (whole.hasRemaining()) {
      if (channel.read(whole) < 0) {
        if (whole.position() == 0) {
          return false;
        }
        throw new EOFException("the sender ended within a packet");
      }
    }
    return true;
  }

  void store(GatheringByteChannel dataFile, GatheringByteChannel sumsFile) throws IOException {
    writeFully(dataFile, data);
    storeSums(sumsFile);
  }

  void storeSums(GatheringByteChannel sumsFile) throws IOException {
    writeFully(sumsFile, sums);
  }

  void putDataInto(ByteBuffer buffer) {
    buffer.put(data.clear());
  }

  private static void writeFully(GatheringByteChannel channel, ByteBuffer buffer)
      throws IOException {
    buffer.clear();
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    buffer.clear();
  }
}
