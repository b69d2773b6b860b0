package org.tieredhdfs.bench.write.floor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PacketTest {
  @TempDir Path tmp;

  private final byte[] content = new byte[Packet.STREAM_BYTES];

  private byte[] sent() throws IOException {
    new Random(7).nextBytes(content);
    Packet packet = new Packet(Packet.STREAM_BYTES);
    packet.fill(42, content);
    Path wire = tmp.resolve("wire");
    try (FileChannel channel = create(wire)) {
      packet.sendTo(channel);
    }
    return Files.readAllBytes(wire);
  }

  private static FileChannel create(Path path) throws IOException {
    return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private static Packet received(byte[] wire) throws IOException {
    Packet packet = new Packet(Packet.STREAM_BYTES);
    assertThat(packet.receiveFrom(Channels.newChannel(new ByteArrayInputStream(wire)))).isTrue();
    return packet;
  }

  @Test
  void arrivesAndIsStoredAsItWasFilled() throws IOException {
    Packet packet = received(sent());
    packet.verify();
    assertThat(packet.sequence()).isEqualTo(42);
    try (FileChannel data = create(tmp.resolve("data"));
        FileChannel sums = create(tmp.resolve("sums"))) {
      packet.store(data, sums);
    }
    assertThat(tmp.resolve("data")).hasBinaryContent(content);
    assertThat(Files.size(tmp.resolve("sums"))).isEqualTo(Packet.STREAM_BYTES / 512 * 4);
  }

  @Test
  void isRefusedWhereOneBitIsWrong() throws IOException {
    byte[] wire = sent();
    wire[wire.length - 1] ^= 1;
    Packet packet = received(wire);
    assertThatThrownBy(packet::verify).hasMessage("packet 42: wrong checksum of chunk 127");
  }

  @Test
  void endsBetweenPacketsOnly() throws IOException {
    byte[] wire = sent();
    Packet packet = new Packet(Packet.STREAM_BYTES);
    assertThat(packet.receiveFrom(Channels.newChannel(new ByteArrayInputStream(new byte[0]))))
        .isFalse();
    assertThatThrownBy(() -> received(Arrays.copyOf(wire, wire.length - 1)))
        .isInstanceOf(EOFException.class);
  }
}
