package org.tieredhdfs.bench.write.floor;

import java.io.IOException;
import java.nio.channels.GatheringByteChannel;
import java.util.List;

/** Stores and acknowledges each packet where it was received. Used by one thread. */
final class InlineStore implements PacketStore {
  private final PacketFiles files;
  private final Acknowledgements acks;
  private final Packet packet;

  InlineStore(PacketFiles files, GatheringByteChannel acks, int packetBytes) {
    packet = new Packet(packetBytes);
    this.files = files;
    this.acks = new Acknowledgements(acks);
  }

  @Override
  public Packet first() {
    return packet;
  }

  @Override
  public Packet exchange(Packet verified) throws IOException {
    files.store(List.of(verified));
    acks.send(List.of(verified));
    return verified;
  }

  @Override
  public void finish(boolean sync) throws IOException {
    if (sync) {
      files.sync();
    }
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
