package org.tieredhdfs.bench.write.floor;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.Random;
import org.tieredhdfs.bench.write.process.Request;
import org.tieredhdfs.bench.write.process.RequestLoop;

/**
 * The program of the process that sends: fills packets, computes their checksums, and has no more
 * of them on the way than Hadoop's client has.
 */
public final class FloorSender {
  /** {@code dfs.client.write.max-packets-in-flight} by default. */
  private static final int MAX_IN_FLIGHT = 80;

  private final byte[] content = new byte[Packet.DATA_BYTES];

  private FloorSender() {
    new Random(1).nextBytes(content);
  }

  /** Sends what standard input says. */
  public static void main(String[] arguments) throws IOException {
    RequestLoop.run(new FloorSender()::send);
  }

  private Map<String, Double> send(Request request) throws IOException {
    long packets = request.number("bytes") / Packet.DATA_BYTES;
    long beginNs = System.nanoTime();
    try (SocketChannel channel = connect(request)) {
      Packet packet = new Packet();
      ByteBuffer acks = ByteBuffer.allocateDirect(MAX_IN_FLIGHT * Packet.ACK_BYTES);
      long acknowledged = 0;
      for (long sequence = 0; sequence < packets; sequence++) {
        while (sequence - acknowledged >= MAX_IN_FLIGHT) {
          acknowledged = acknowledged(channel, acks, acknowledged);
        }
        packet.fill(sequence, content);
        packet.sendTo(channel);
      }
      while (acknowledged < packets) {
        acknowledged = acknowledged(channel, acks, acknowledged);
      }
    }
    return Map.of(
        "elapsedNs",
        (double) (System.nanoTime() - beginNs),
        "bytes",
        (double) packets * Packet.DATA_BYTES);
  }

  private static SocketChannel connect(Request request) throws IOException {
    if (request.text("transport").equals("unix")) {
      return SocketChannel.open(UnixDomainSocketAddress.of(request.text("socket")));
    }
    SocketChannel channel =
        SocketChannel.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), request.count("port")));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    return channel;
  }

  /** Takes the acknowledgements that are there, at least one; all packets up to the result are. */
  private static long acknowledged(SocketChannel channel, ByteBuffer acks, long before)
      throws IOException {
    if (channel.read(acks) < 0) {
      throw new EOFException("the receiver ended after packet " + before);
    }
    acks.flip();
    long next = before;
    while (acks.remaining() >= Packet.ACK_BYTES) {
      long sequence = acks.getLong();
      if (sequence != next) {
        throw new IOException("packet " + sequence + " was acknowledged instead of " + next);
      }
      next++;
    }
    acks.compact();
    return next;
  }
}
