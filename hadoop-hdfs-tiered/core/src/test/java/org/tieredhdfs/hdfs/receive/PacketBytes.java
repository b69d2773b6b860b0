package org.tieredhdfs.hdfs.receive;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Random;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.util.DataChecksum;

/** Packets of a block as a writer sends them. */
final class PacketBytes {
  static final DataChecksum CHECKSUM = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512);

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(bytes);
  private final Random random = new Random(1);

  PacketBytes data(long seqno, long offset, int length) throws IOException {
    return add(
        new PacketHeader(4 + sumBytes(length) + length, offset, seqno, false, length, false),
        length);
  }

  PacketBytes synced(long seqno, long offset, int length) throws IOException {
    return add(
        new PacketHeader(4 + sumBytes(length) + length, offset, seqno, false, length, true),
        length);
  }

  PacketBytes last(long seqno, long offset) throws IOException {
    return add(new PacketHeader(4, offset, seqno, true, 0, false), 0);
  }

  PacketBytes raw(int payloadBytes, int headerBytes) throws IOException {
    out.writeInt(payloadBytes);
    out.writeShort(headerBytes);
    return this;
  }

  private PacketBytes add(PacketHeader header, int length) throws IOException {
    byte[] data = new byte[length];
    random.nextBytes(data);
    byte[] sums = new byte[sumBytes(length)];
    CHECKSUM.calculateChunkedSums(data, 0, length, sums, 0);
    header.write(out);
    out.write(sums);
    out.write(data);
    return this;
  }

  private static int sumBytes(int length) {
    return CHECKSUM.getChecksumSize(length);
  }

  byte[] toBytes() {
    return bytes.toByteArray();
  }
}
