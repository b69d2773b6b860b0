package org.tieredhdfs.media.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A media server in a process of its own. Its pipe of standard input must stay open. */
public final class MediaServerProcess implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofMinutes(10);
  private static final Duration END_LIMIT = Duration.ofSeconds(20);
  private static final long POLL_MS = 20;

  /** That of Linux, without its last zero. */
  private static final int MAX_SOCKET_PATH = 107;

  private final Process process;
  private final Path socket;

  private MediaServerProcess(Process process, Path socket) {
    this.process = process;
    this.socket = socket;
  }

  /**
   * The arguments of Java for a server; small and without pauses, since its memory is locked.
   *
   * @param classPath of this module
   * @param marks options by which others recognize the process
   * @param socket of its commands; a path of less than 108 bytes
   */
  public static List<String> arguments(String classPath, List<String> marks, Path socket) {
    List<String> arguments = new ArrayList<>(marks);
    arguments.addAll(
        List.of(
            "-Xms32m",
            "-Xmx512m",
            "-Xss512k",
            "-XX:+UseSerialGC",
            "-XX:ReservedCodeCacheSize=32m",
            "-XX:CompressedClassSpaceSize=32m",
            "-Djna.nosys=true",
            "-cp",
            classPath,
            MediaServer.class.getName(),
            socket.toString()));
    return arguments;
  }

  /**
   * Starts one that has the class path of this process and ends with it, and waits until it takes
   * commands.
   *
   * @param dir for its socket and its log; exists, and nobody else may enter it
   */
  public static MediaServerProcess start(Path dir) throws IOException, InterruptedException {
    Path socket = dir.resolve("control");
    if (socket.toString().length() > MAX_SOCKET_PATH) {
      throw new IOException(
          socket
              + " is too long for the path of a socket, "
              + MAX_SOCKET_PATH
              + " characters;"
              + " take a folder with a shorter path");
    }
    Path log = dir.resolve("media-server.log");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(arguments(System.getProperty("java.class.path"), List.of(), socket));
    command.add(MediaServer.ATTACHED);
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    MediaServerProcess server = new MediaServerProcess(process, socket);
    try {
      awaitStart(process, server.control(), log, START_LIMIT);
      return server;
    } catch (IOException | InterruptedException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  /** Waits until the server in a process takes orders. */
  public static void awaitStart(Process process, MediaControl control, Path log, Duration limit)
      throws IOException, InterruptedException {
    long deadlineNs = System.nanoTime() + limit.toNanos();
    while (!control.isUp()) {
      if (!process.isAlive() || System.nanoTime() - deadlineNs > 0) {
        throw new IOException("the media server did not start: " + Files.readString(log));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
    }
  }

  public MediaControl control() {
    return new MediaControl(socket);
  }

  /** Ends the process; later requests to its devices fail, and mounts stay. */
  @Override
  public void close() {
    process.destroy();
    try {
      process.onExit().get(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      process.destroyForcibly().onExit().join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly().onExit().join();
    }
  }
}
