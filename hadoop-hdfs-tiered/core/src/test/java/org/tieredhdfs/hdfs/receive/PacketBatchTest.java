package org.tieredhdfs.hdfs.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacketBatchTest {
  private static final int PACKET = 4096;

  private static ByteBuffer buffer(byte[] bytes, boolean direct) {
    ByteBuffer buffer =
        direct ? ByteBuffer.allocateDirect(bytes.length) : ByteBuffer.allocate(bytes.length);
    return buffer.put(bytes).flip();
  }

  private static int found(byte[] bytes, long offset, boolean direct) {
    ByteBuffer buffer = buffer(bytes, direct);
    int count = new PacketBatch(PacketBytes.CHECKSUM, true).find(buffer, offset);
    assertThat(buffer.position()).isZero();
    assertThat(buffer.limit()).isEqualTo(bytes.length);
    return count;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void takesPacketsThatFollowEachOtherWithTheirDataAndChecksums(boolean direct) throws Exception {
    byte[] bytes =
        new PacketBytes()
            .data(0, 0, PACKET)
            .data(1, PACKET, PACKET)
            .data(2, 2 * PACKET, 100)
            .toBytes();
    PacketBatch batch = new PacketBatch(PacketBytes.CHECKSUM, true);

    assertThat(batch.find(buffer(bytes, direct), 0)).isEqualTo(3);
    assertThat(batch.wireBytes()).isEqualTo(bytes.length);
    assertThat(batch.dataBytes()).isEqualTo(2 * PACKET + 100);
    assertThat(batch.endOffset(1)).isEqualTo(2 * PACKET);
    assertThat(batch.seqno(2)).isEqualTo(2);
    ByteBuffer data = ByteBuffer.allocate(batch.dataBytes());
    for (ByteBuffer piece : batch.data()) {
      data.put(piece);
    }
    byte[] sums = new byte[PacketBytes.CHECKSUM.getChecksumSize(batch.dataBytes())];
    PacketBytes.CHECKSUM.calculateChunkedSums(data.array(), 0, data.position(), sums, 0);
    assertThat(batch.sums()).startsWith(sums);
    assertThat(batch.sumsLength()).isEqualTo(sums.length);
    assertThat(sums).endsWith(batch.lastSum());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void endsBeforeAPacketWithAWrongChecksum(boolean direct) throws Exception {
    byte[] bytes = new PacketBytes().data(0, 0, PACKET).data(1, PACKET, PACKET).toBytes();
    bytes[bytes.length - 700] ^= 1;

    assertThat(found(bytes, 0, direct)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void leavesSpecialPacketsToStock(boolean direct) throws Exception {
    PacketBytes first = new PacketBytes().data(0, 0, PACKET);

    assertThat(found(first.synced(1, PACKET, PACKET).toBytes(), 0, direct)).isEqualTo(1);
    assertThat(found(new PacketBytes().last(0, 0).toBytes(), 0, direct)).isZero();
    assertThat(found(new PacketBytes().data(-1, 0, PACKET).toBytes(), 0, direct)).isZero();
    // a partial chunk in front, a gap, data that is there already
    assertThat(found(new PacketBytes().data(0, 100, 412).toBytes(), 100, direct)).isZero();
    assertThat(found(new PacketBytes().data(0, 1024, PACKET).toBytes(), 512, direct)).isZero();
    assertThat(found(new PacketBytes().data(0, 0, PACKET).toBytes(), 512, direct)).isZero();
    assertThat(found(new PacketBytes().data(0, 0, 100).data(1, 100, 412).toBytes(), 0, direct))
        .isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void leavesMalformedAndPartialPacketsToStock(boolean direct) throws Exception {
    byte[] whole = new PacketBytes().data(0, 0, PACKET).toBytes();
    for (int length = 0; length < whole.length; length++) {
      assertThat(found(Arrays.copyOf(whole, length), 0, direct)).isZero();
    }
    assertThat(found(new PacketBytes().raw(3, 20).raw(0, 0).toBytes(), 0, direct)).isZero();
    assertThat(found(new PacketBytes().raw(100, -1).toBytes(), 0, direct)).isZero();
    assertThat(found(new PacketBytes().raw(Integer.MAX_VALUE, 32767).toBytes(), 0, direct))
        .isZero();
    assertThat(found(new PacketBytes().raw(4, 4).raw(-1, -1).toBytes(), 0, direct)).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void holdsABoundedNumberOfPackets(boolean direct) throws Exception {
    PacketBytes many = new PacketBytes();
    for (int i = 0; i < PacketBatch.MAX_PACKETS + 5; i++) {
      many.data(i, 512L * i, 512);
    }
    assertThat(found(many.toBytes(), 0, direct)).isEqualTo(PacketBatch.MAX_PACKETS);
  }
}
