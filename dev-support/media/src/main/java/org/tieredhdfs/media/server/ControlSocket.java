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
import java.util.Arrays;
import java.util.List;

/**
 * Accepts commands on a Unix-domain socket, protected by its file permissions: one tab-separated
 * line, one reply. One command after the other; none of them waits for a medium, nor long for a
 * client that says nothing.
 */
final class ControlSocket implements AutoCloseable {
  static final String OK = "ok";
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
  void serve(DeviceCommands commands) throws IOException, InterruptedException {
    while (true) {
      try (SocketChannel client = channel.accept()) {
        answer(client, commands);
      } catch (ClosedChannelException end) {
        return;
      }
    }
  }

  /** A client that goes away before its reply ends nothing but its own connection. */
  private static void answer(SocketChannel client, DeviceCommands commands)
      throws InterruptedException {
    try {
      String line = readLine(client);
      client.configureBlocking(true);
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(reply(commands, line));
      while (bytes.hasRemaining()) {
        client.write(bytes);
      }
    } catch (IOException e) {
      System.err.println("control socket: " + e.getMessage());
    }
  }

  private static String reply(DeviceCommands commands, String line) throws InterruptedException {
    List<String> words = Arrays.asList(line.split("\t", -1));
    try {
      return OK + "\n" + commands.run(words.get(0), words.subList(1, words.size()));
    } catch (IOException | IllegalArgumentException | IllegalStateException e) {
      return "error\n" + e.getMessage();
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
