package org.tieredhdfs.bench.write.floor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.tieredhdfs.bench.write.process.Request;
import org.tieredhdfs.bench.write.process.RequestLoop;

/**
 * The program of the process that receives: verifies each packet, writes data and checksums to two
 * files and acknowledges, as the {@link StoreKind} that it is asked for does. One sender at a time;
 * the files are deleted behind it.
 */
public final class FloorReceiver {
  private final Path folder;

  private FloorReceiver(Path folder) {
    this.folder = folder;
  }

  /**
   * Listens at the address given on standard input.
   *
   * @param arguments the folder of the files
   */
  public static void main(String[] arguments) throws IOException {
    RequestLoop.run(new FloorReceiver(Path.of(arguments[0]))::listen);
  }

  /** Opens a port and goes on receiving there. */
  private Map<String, Double> listen(Request request) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    double port = ((InetSocketAddress) server.getLocalAddress()).getPort();
    StoreKind store = StoreKind.valueOf(request.text("store"));
    boolean sync = request.flag("sync");
    int packetBytes = request.count("packetBytes");
    Thread accepting = new Thread(() -> receiveAll(server, store, packetBytes, sync), "receive");
    accepting.setDaemon(true);
    accepting.start();
    return Map.of("port", port);
  }

  private void receiveAll(
      ServerSocketChannel server, StoreKind store, int packetBytes, boolean sync) {
    while (server.isOpen()) {
      // closing the connection tells the sender of a failure
      try (SocketChannel sender = server.accept()) {
        sender.setOption(StandardSocketOptions.TCP_NODELAY, true);
        receive(sender, store, packetBytes, sync);
      } catch (IOException e) {
        System.err.println("a sender was given up: " + e);
      }
    }
  }

  private void receive(SocketChannel sender, StoreKind kind, int packetBytes, boolean sync)
      throws IOException {
    Path dataPath = folder.resolve("floor");
    Path sumsPath = folder.resolve("floor.meta");
    try (PacketStore store = kind.open(dataPath, sumsPath, sender, packetBytes)) {
      Packet packet = store.first();
      while (packet.receiveFrom(sender)) {
        packet.verify();
        packet = store.exchange(packet);
      }
      store.finish(sync);
      // before the files are deleted, which is no part of what is measured
      sender.shutdownOutput();
    } finally {
      Files.deleteIfExists(dataPath);
      Files.deleteIfExists(sumsPath);
    }
  }
}
