package org.tieredhdfs.hdfs.receive;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.apache.hadoop.util.DataChecksum;
import org.jspecify.annotations.Nullable;

/**
 * Verifies data against the checksums of its chunks, with the JDK's CRC on any buffer.
 *
 * <p>Hadoop's own takes many times as long on a buffer outside the heap without its native library.
 * Not thread-safe.
 */
final class ChunkSums {
  private final Checksum crc;
  private final int chunkBytes;

  private ChunkSums(Checksum crc, int chunkBytes) {
    this.crc = crc;
    this.chunkBytes = chunkBytes;
  }

  /** For this kind of checksum; null if the JDK does not have it. */
  static @Nullable ChunkSums of(DataChecksum checksum) {
    return switch (checksum.getChecksumType()) {
      case CRC32 -> new ChunkSums(new CRC32(), checksum.getBytesPerChecksum());
      case CRC32C -> new ChunkSums(new CRC32C(), checksum.getBytesPerChecksum());
      default -> null;
    };
  }

  /**
   * Whether the data from its position to its limit has the checksums that stand in {@code sums}
   * from an index on.
   */
  boolean match(ByteBuffer data, ByteBuffer sums, int sumsAt) {
    int end = data.limit();
    int sumAt = sumsAt;
    for (int chunk = data.position(); chunk < end; chunk += chunkBytes) {
      data.limit(Math.min(end, chunk + chunkBytes)).position(chunk);
      crc.reset();
      crc.update(data);
      if ((int) crc.getValue() != sums.getInt(sumAt)) {
        return false;
      }
      sumAt += Integer.BYTES;
    }
    return true;
  }
}
