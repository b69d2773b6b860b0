package org.tieredhdfs.hdfs.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacketInputTest {
  private static final int SMALL = 512;
  private static final int LARGE = 16 * 1024;

  /** Gives as much at a time as a connection may. */
  private static final class Connection extends InputStream implements ReadableByteChannel {
    private final ByteArrayInputStream bytes;
    private final Random random;

    Connection(byte[] bytes, long seed) {
      this.bytes = new ByteArrayInputStream(bytes);
      this.random = new Random(seed);
    }

    @Override
    public int read() {
      return bytes.read();
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      return bytes.read(target, offset, Math.min(length, 1 + random.nextInt(9000)));
    }

    @Override
    public int read(ByteBuffer target) {
      byte[] part = new byte[target.remaining()];
      int read = read(part, 0, part.length);
      if (read > 0) {
        target.put(part, 0, read);
      }
      return read;
    }

    @Override
    public boolean isOpen() {
      return true;
    }
  }

  private static PacketInput input(byte[] bytes, boolean direct, long seed) {
    Connection connection = new Connection(bytes, seed);
    return new PacketInput(
        direct
            ? connection
            : new InputStream() {
              @Override
              public int read() {
                return connection.read();
              }

              @Override
              public int read(byte[] target, int offset, int length) {
                return connection.read(target, offset, length);
              }
            },
        SMALL);
  }

  /**
   * Reads, looks, skips and changes buffers at random: the bytes come in their order, all of them.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void givesAllBytesInOrderHoweverTheyAreTaken(boolean direct) throws Exception {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      PacketBytes packets = new PacketBytes();
      for (int i = 0; i < 60; i++) {
        packets.data(i, 0, 1 + random.nextInt(i % 10 == 9 ? 2 * LARGE : 6000));
      }
      byte[] bytes = packets.toBytes();
      PacketInput input = input(bytes, direct, seed);
      assertThat(input.readsDirectly()).isEqualTo(direct);
      ByteArrayOutputStream taken = new ByteArrayOutputStream();
      take(input, SMALL + 100, random, taken);
      input.lend(direct ? ByteBuffer.allocateDirect(LARGE) : ByteBuffer.allocate(LARGE));
      takePackets(input, bytes, random, taken);
      input.giveBack();
      take(input, Integer.MAX_VALUE, random, taken);
      assertThat(taken.toByteArray()).isEqualTo(bytes);
      assertThat(input.read()).isEqualTo(-1);
    }
  }

  /** Packets at first by looking at them, too; what is not one is read on. */
  private static void takePackets(
      PacketInput input, byte[] all, Random random, ByteArrayOutputStream taken)
      throws IOException {
    for (int i = 0; i < 40; i++) {
      if (random.nextBoolean() && isAtPacket(all, taken.size()) && input.awaitPacket()) {
        ByteBuffer unread = input.unread();
        int length = (int) PacketInput.packetBytes(unread, unread.position());
        byte[] packet = new byte[length];
        unread.get(unread.position(), packet);
        input.skipRead(length);
        taken.write(packet);
      } else {
        take(input, 1 + random.nextInt(3000), random, taken);
      }
    }
  }

  private static boolean isAtPacket(byte[] all, int position) {
    ByteBuffer bytes = ByteBuffer.wrap(all);
    int packet = 0;
    while (packet < position) {
      packet += (int) PacketInput.packetBytes(bytes, packet);
    }
    return packet == position;
  }

  private static void take(PacketInput input, int most, Random random, ByteArrayOutputStream taken)
      throws IOException {
    int left = most;
    while (left > 0) {
      byte[] part = new byte[Math.min(left, 1 + random.nextInt(40_000))];
      int read = random.nextInt(10) == 0 ? 0 : input.read(part, 0, part.length);
      if (read == 0) {
        int one = input.read();
        if (one < 0) {
          return;
        }
        part[0] = (byte) one;
        read = 1;
      }
      if (read < 0) {
        return;
      }
      taken.write(part, 0, read);
      left -= read;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aPacketThatIsTooLongMalformedOrCutOffStaysWhereItIs(boolean direct) throws Exception {
    for (byte[] bytes :
        new byte[][] {
          new PacketBytes().data(0, 0, 2 * LARGE).toBytes(),
          new PacketBytes().raw(-5, 3).toBytes(),
          new PacketBytes().raw(1000, 20).toBytes()
        }) {
      PacketInput input = input(bytes, direct, 1);
      input.lend(direct ? ByteBuffer.allocateDirect(LARGE) : ByteBuffer.allocate(LARGE));
      assertThat(input.awaitPacket()).isFalse();
      assertThat(input.readAllBytes()).isEqualTo(bytes);
    }
  }
}
