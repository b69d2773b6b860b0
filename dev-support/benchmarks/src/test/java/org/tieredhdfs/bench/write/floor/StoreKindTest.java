package org.tieredhdfs.bench.write.floor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StoreKindTest {
  /** Several times what a queue holds. */
  private static final int PACKETS = 200;

  @TempDir Path tmp;

  private FileChannel acks() throws IOException {
    return FileChannel.open(
        tmp.resolve("acks"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private Path data() {
    return tmp.resolve("data");
  }

  private Path sums() {
    return tmp.resolve("sums");
  }

  @ParameterizedTest
  @EnumSource
  void storesAllPacketsAndAcknowledgesEachOnceInOrder(StoreKind kind) throws IOException {
    Random random = new Random(11);
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    try (FileChannel acks = acks();
        PacketStore store = kind.open(data(), sums(), acks, Packet.STREAM_BYTES)) {
      Packet packet = store.first();
      for (long sequence = 0; sequence < PACKETS; sequence++) {
        byte[] content = new byte[Packet.STREAM_BYTES];
        random.nextBytes(content);
        sent.writeBytes(content);
        packet.fill(sequence, content);
        packet = store.exchange(packet);
      }
      store.finish(true);
    }
    assertThat(Arrays.equals(Files.readAllBytes(data()), sent.toByteArray())).isTrue();
    assertThat(Files.size(sums())).isEqualTo(PACKETS * (Packet.STREAM_BYTES / 512 * 4L));
    ByteBuffer told = ByteBuffer.wrap(Files.readAllBytes(tmp.resolve("acks")));
    assertThat(LongStream.generate(told::getLong).limit(PACKETS))
        .containsExactlyElementsOf(LongStream.range(0, PACKETS).boxed().toList());
    assertThat(told.hasRemaining()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void failsWhereTheSenderIsGone(StoreKind kind) throws IOException {
    FileChannel acks = acks();
    acks.close();
    assertThatThrownBy(
            () -> {
              try (PacketStore store = kind.open(data(), sums(), acks, Packet.STREAM_BYTES)) {
                Packet packet = store.first();
                for (long sequence = 0; sequence < PACKETS; sequence++) {
                  packet.fill(sequence, new byte[Packet.STREAM_BYTES]);
                  packet = store.exchange(packet);
                }
                store.finish(false);
              }
            })
        .isInstanceOf(IOException.class);
  }
}
