package org.tieredhdfs.bench.write.floor;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.Random;
import org.tieredhdfs.bench.write.client.Latencies;
import org.tieredhdfs.bench.write.process.Request;
import org.tieredhdfs.bench.write.process.RequestLoop;

/**
 * The program of the process that sends: fills packets, computes their checksums, and has no more
 * of them on the way than Hadoop's client has.
 */
public final class FloorSender {
  /** {@code dfs.client.write.max-packets-in-flight} by default. */
  public static final int MAX_IN_FLIGHT = 80;

  public static final int STREAM_PACKET_BYTES = Packet.STREAM_BYTES;

  /** Sends what standard input says. */
  public static void main(String[] arguments) throws IOException {
    RequestLoop.run(new FloorSender()::send);
  }

  private Map<String, Double> send(Request request) throws IOException {
    int packetBytes = request.count("packetBytes");
    int maxInFlight = request.count("inFlight");
    byte[] content = new byte[packetBytes];
    new Random(1).nextBytes(content);
    int packets = (int) (request.number("bytes") / packetBytes);
    Latencies latencies = new Latencies(maxInFlight == 1 ? packets : 0);
    long beginNs = System.nanoTime();
    try (SocketChannel channel = connect(request)) {
      Packet packet = new Packet(packetBytes);
      ByteBuffer acks = ByteBuffer.allocateDirect(MAX_IN_FLIGHT * Packet.ACK_BYTES);
      long acknowledged = 0;
      for (long sequence = 0; sequence < packets; sequence++) {
        while (sequence - acknowledged >= maxInFlight) {
          acknowledged = acknowledged(channel, acks, acknowledged);
        }
        long sentNs = System.nanoTime();
        packet.fill(sequence, content);
        packet.sendTo(channel);
        if (maxInFlight == 1) {
          acknowledged = acknowledged(channel, acks, acknowledged);
          latencies.add(System.nanoTime() - sentNs);
        }
      }
      while (acknowledged < packets) {
        acknowledged = acknowledged(channel, acks, acknowledged);
      }
      if (request.flag("sync")) {
        awaitEnd(channel, acks);
      }
    }
    Map<String, Double> figures = latencies.figures();
    figures.put("elapsedNs", (double) (System.nanoTime() - beginNs));
    figures.put("bytes", (double) packets * packetBytes);
    return figures;
  }

  private static SocketChannel connect(Request request) throws IOException {
    SocketChannel channel =
        SocketChannel.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), request.count("port")));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    return channel;
  }

  /** Waits until the receiver has synced what it has acknowledged. */
  private static void awaitEnd(SocketChannel channel, ByteBuffer acks) throws IOException {
    channel.shutdownOutput();
    acks.clear();
    if (channel.read(acks) >= 0) {
      throw new IOException("the receiver acknowledged more than it was sent");
    }
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
