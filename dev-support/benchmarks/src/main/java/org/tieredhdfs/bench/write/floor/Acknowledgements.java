package org.tieredhdfs.bench.write.floor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;
import java.util.List;

/** Tells a sender which packets are stored, several at a time. Used by one thread. */
final class Acknowledgements {
  private final GatheringByteChannel sender;
  private final ByteBuffer buffer =
      ByteBuffer.allocateDirect(PacketFiles.MAX_PACKETS * Packet.ACK_BYTES);

  Acknowledgements(GatheringByteChannel sender) {
    this.sender = sender;
  }

  /**
   * @param stored at most {@link PacketFiles#MAX_PACKETS}
   */
  void send(List<Packet> stored) throws IOException {
    buffer.clear();
    for (Packet packet : stored) {
      buffer.putLong(packet.sequence());
    }
    buffer.flip();
    while (buffer.hasRemaining()) {
      sender.write(buffer);
    }
  }
}
