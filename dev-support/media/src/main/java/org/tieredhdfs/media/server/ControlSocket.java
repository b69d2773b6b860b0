package org.tieredhdfs.media.server;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.tieredhdfs.media.server.MediaOrder.Reply;

/**
 * Accepts commands on a Unix-domain socket, protected by its file permissions: one line, one reply.
 * One command after the other; none of them waits for a medium, nor long for a client that says
 * nothing.
 */
final class ControlSocket implements AutoCloseable {
  private static final int MAX_LINE_BYTES = 16 * 1024;
  private static final long LINE_LIMIT_MS = 30_000;

  private final ServerSocketChannel channel;
  private final Path path;

  private ControlSocket(ServerSocketChannel channel, Path path) {
    this.channel = channel;
    this.path = path;
  }

  /** Listens at {@code path}, whose folder nobody else may enter. */
  static ControlSocket listen(Path path) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.bind(UnixDomainSocketAddress.of(path));
    } catch (IOException e) {
      channel.close();
      throw new IOException("cannot listen at " + path + ": " + e.getMessage(), e);
    }
    return new ControlSocket(channel, path);
  }

  /** Takes commands until it is closed. */
  void serve(ServedDevices devices) throws IOException, InterruptedException {
    while (true) {
      try (SocketChannel client = channel.accept()) {
        answer(client, devices);
      } catch (ClosedChannelException end) {
        return;
      }
    }
  }

  /** A client that goes away before its reply ends nothing but its own connection. */
  private static void answer(SocketChannel client, ServedDevices devices)
      throws InterruptedException {
    try {
      String line = readLine(client);
      client.configureBlocking(true);
      ByteBuffer bytes = ByteBuffer.wrap(MediaControl.JSON.writeValueAsBytes(reply(devices, line)));
      while (bytes.hasRemaining()) {
        client.write(bytes);
      }
    } catch (IOException e) {
      System.err.println("control socket: " + e.getMessage());
    }
  }

  private static Reply reply(ServedDevices devices, String line) throws InterruptedException {
    try {
      return devices.run(MediaControl.JSON.readValue(line, MediaOrder.class));
    } catch (IOException | IllegalArgumentException | IllegalStateException e) {
      return new Reply(String.valueOf(e.getMessage()), List.of(), null);
    }
  }

  private static String readLine(SocketChannel client) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(MAX_LINE_BYTES);
    long endNs = System.nanoTime() + LINE_LIMIT_MS * 1_000_000;
    client.configureBlocking(false);
    try (Selector selector = Selector.open()) {
      SelectionKey key = client.register(selector, SelectionKey.OP_READ);
      while (bytes.hasRemaining() && System.nanoTime() - endNs < 0) {
        selector.select(LINE_LIMIT_MS);
        if (client.read(bytes) < 0) {
          return "";
        }
        if (bytes.position() > 0 && bytes.get(bytes.position() - 1) == '\n') {
          key.cancel();
          return StandardCharsets.UTF_8.decode(bytes.flip()).toString().strip();
        }
        selector.selectedKeys().clear();
      }
    }
    throw new IOException("a client sent no command within " + LINE_LIMIT_MS / 1_000 + " s");
  }

  @Override
  public void close() throws IOException {
    channel.close();
    Files.deleteIfExists(path);
  }
}
