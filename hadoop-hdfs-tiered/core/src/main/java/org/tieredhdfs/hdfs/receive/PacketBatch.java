package org.tieredhdfs.hdfs.receive;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketReceiver;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.util.DataChecksum;
import org.jspecify.annotations.Nullable;

/**
 * The packets at the front of a buffer that can be written together: whole, with data, one behind
 * the other in the block, beginning at a chunk, with checksums for all chunks, and no packet that
 * wants a sync or ends the block.
 *
 * <p>The first packet that is anything else, malformed ones and ones with a wrong checksum
 * included, ends it and stays where it is, for stock to deal with. Not thread-safe.
 */
public final class PacketBatch {
  /** The most packets in a batch; a system call takes 1,024 pieces. */
  static final int MAX_PACKETS = 64;

  private final PacketHeader header = new PacketHeader();
  private final int chunkBytes;
  private final int sumBytes;
  private final @Nullable ChunkSums check;

  private final long[] seqnos = new long[MAX_PACKETS];
  private final long[] endOffsets = new long[MAX_PACKETS];
  private final int[] dataAt = new int[MAX_PACKETS];
  private final int[] dataBytes = new int[MAX_PACKETS];

  private ByteBuffer packets = ByteBuffer.allocate(0);
  private byte[] sums = new byte[0];
  private int sumsLength;
  private int count;
  private int allDataBytes;
  private int wireBytes;

  /**
   * @param checksum the kind of the packets' checksums and of those on the volume
   * @param verify whether the data is to have these checksums
   */
  public PacketBatch(DataChecksum checksum, boolean verify) {
    this.chunkBytes = checksum.getBytesPerChecksum();
    this.sumBytes = checksum.getChecksumSize();
    this.check = verify ? ChunkSums.of(checksum) : null;
  }

  /** Whether packets with such checksums can be written together. */
  public static boolean canTake(DataChecksum checksum) {
    return ChunkSums.of(checksum) != null && checksum.getChecksumSize() == Integer.BYTES;
  }

  /**
   * Finds the packets in {@code unread}, whose position and limit stay.
   *
   * @param blockOffset how much of the block there is
   * @return how many there are
   */
  public int find(ByteBuffer unread, long blockOffset) {
    packets = unread;
    count = 0;
    sumsLength = 0;
    allDataBytes = 0;
    wireBytes = 0;
    long offset = blockOffset;
    while (count < MAX_PACKETS && offset % chunkBytes == 0 && add(offset)) {
      offset = endOffset();
    }
    return count;
  }

  private boolean add(long offset) {
    int start = packets.position() + wireBytes;
    int available = packets.limit() - start;
    if (available < PacketInput.LENGTHS_BYTES) {
      return false;
    }
    long bytes = PacketInput.packetBytes(packets, start);
    int payload = packets.getInt(start);
    int headerBytes = packets.getShort(start + Integer.BYTES);
    if (bytes < 0
        || bytes > available
        || (long) payload + headerBytes > PacketReceiver.MAX_PACKET_SIZE) {
      return false;
    }
    if (!readHeader(start + PacketInput.LENGTHS_BYTES, payload, headerBytes)) {
      return false;
    }
    int data = header.getDataLen();
    boolean ordinary =
        header.getSeqno() >= 0
            && data > 0
            && header.getOffsetInBlock() == offset
            && !header.isLastPacketInBlock()
            && !header.getSyncBlock();
    int sum = payload - Integer.BYTES - data;
    if (!ordinary || sum != (data + chunkBytes - 1L) / chunkBytes * sumBytes) {
      return false;
    }
    int sumsAt = start + PacketInput.LENGTHS_BYTES + headerBytes;
    if (check != null && !check.match(slice(sumsAt + sum, data), packets, sumsAt)) {
      return false;
    }
    addSums(sumsAt, sum);
    seqnos[count] = header.getSeqno();
    endOffsets[count] = offset + data;
    dataAt[count] = sumsAt + sum;
    dataBytes[count] = data;
    allDataBytes += data;
    wireBytes += (int) bytes;
    count++;
    return true;
  }

  private boolean readHeader(int at, int payload, int headerBytes) {
    byte[] bytes = new byte[headerBytes];
    packets.get(at, bytes);
    try {
      header.setFieldsFromData(payload, bytes);
      return true;
    } catch (InvalidProtocolBufferException e) {
      return false;
    }
  }

  private void addSums(int at, int length) {
    if (sums.length < sumsLength + length) {
      sums = Arrays.copyOf(sums, Math.max(sumsLength + length, 2 * sums.length));
    }
    packets.get(at, sums, sumsLength, length);
    sumsLength += length;
  }

  private ByteBuffer slice(int at, int length) {
    return packets.duplicate().limit(at + length).position(at);
  }

  public int count() {
    return count;
  }

  public long seqno(int packet) {
    return seqnos[packet];
  }

  /** Where the data of a packet ends in the block. */
  public long endOffset(int packet) {
    return endOffsets[packet];
  }

  /** Where the data of all packets ends in the block. */
  public long endOffset() {
    return endOffsets[count - 1];
  }

  /** The bytes of data of all packets. */
  public int dataBytes() {
    return allDataBytes;
  }

  /** The bytes that the packets take in the buffer, from its position on. */
  public int wireBytes() {
    return wireBytes;
  }

  /** The data of each packet, without copies. */
  public ByteBuffer[] data() {
    ByteBuffer[] pieces = new ByteBuffer[count];
    for (int packet = 0; packet < count; packet++) {
      pieces[packet] = slice(dataAt[packet], dataBytes[packet]);
    }
    return pieces;
  }

  /** The unchanged packets, to forward them. */
  public ByteBuffer wire() {
    return slice(packets.position(), wireBytes);
  }

  /** The checksums of all packets, one behind the other, up to {@link #sumsLength}; not a copy. */
  public byte[] sums() {
    return sums;
  }

  public int sumsLength() {
    return sumsLength;
  }

  /** The checksum of the last chunk. */
  public byte[] lastSum() {
    return Arrays.copyOfRange(sums, sumsLength - sumBytes, sumsLength);
  }
}
