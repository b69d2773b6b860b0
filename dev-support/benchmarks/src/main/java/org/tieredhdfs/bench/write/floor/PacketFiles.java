package org.tieredhdfs.bench.write.floor;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The file of data and the file of checksums of one sender. Used by one thread at a time. */
final class PacketFiles implements Closeable {
  /** Of data that is written around the page cache: at least that of a block of the device. */
  private static final int ALIGNMENT_BYTES = 4096;

  /** Packets that are written at a time, at most. */
  static final int MAX_PACKETS = 16;

  private final FileChannel data;
  private final FileChannel sums;
  private final @Nullable ByteBuffer aligned;

  private PacketFiles(FileChannel data, FileChannel sums, @Nullable ByteBuffer aligned) {
    this.data = data;
    this.sums = sums;
    this.aligned = aligned;
  }

  static PacketFiles cached(FileChannel data, FileChannel sums) {
    return new PacketFiles(data, sums, null);
  }

  /**
   * @param data opened for direct writes
   */
  static PacketFiles direct(FileChannel data, FileChannel sums) {
    ByteBuffer buffer =
        ByteBuffer.allocateDirect(MAX_PACKETS * Packet.STREAM_BYTES + ALIGNMENT_BYTES)
            .alignedSlice(ALIGNMENT_BYTES);
    return new PacketFiles(data, sums, buffer.limit(MAX_PACKETS * Packet.STREAM_BYTES));
  }

  /**
   * Writes packets one behind the other.
   *
   * @param packets at most {@link #MAX_PACKETS}
   */
  void store(List<Packet> packets) throws IOException {
    ByteBuffer buffer = aligned;
    if (buffer == null) {
      for (Packet packet : packets) {
        packet.store(data, sums);
      }
      return;
    }
    buffer.clear();
    for (Packet packet : packets) {
      packet.putDataInto(buffer);
    }
    buffer.flip();
    while (buffer.hasRemaining()) {
      data.write(buffer);
    }
    for (Packet packet : packets) {
      packet.storeSums(sums);
    }
  }

  /** Waits until the device has all that was stored. */
  void sync() throws IOException {
    data.force(true);
    sums.force(true);
  }

  @Override
  public void close() throws IOException {
    try (sums) {
      data.close();
    }
  }
}
