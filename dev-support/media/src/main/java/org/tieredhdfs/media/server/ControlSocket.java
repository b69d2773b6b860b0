package org.tieredhdfs.media.server;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Takes commands by a socket in the file system, so that its permissions say who may: one line with
 * tabs between, one reply. One command after the other; none of them waits for a medium.
 */
final class ControlSocket implements AutoCloseable {
  static final String OK = "ok";
  private static final int MAX_LINE_BYTES = 16 * 1024;

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
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(reply(commands, readLine(client)));
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
    while (bytes.hasRemaining() && client.read(bytes) >= 0) {
      if (bytes.position() > 0 && bytes.get(bytes.position() - 1) == '\n') {
        return StandardCharsets.UTF_8.decode(bytes.flip()).toString().strip();
      }
    }
    return "";
  }

  @Override
  public void close() throws IOException {
    channel.close();
    Files.deleteIfExists(path);
  }
}
