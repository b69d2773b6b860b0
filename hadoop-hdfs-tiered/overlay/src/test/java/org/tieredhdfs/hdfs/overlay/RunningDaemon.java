package org.tieredhdfs.hdfs.overlay;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A Hadoop daemon in a JVM of its own that is expected to run until it is stopped. */
final class RunningDaemon implements AutoCloseable {
  private static final long LIMIT_MS = 180_000;

  private final Process process;
  private final Path log;

  private RunningDaemon(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * @param folder for its configuration and its log, which a daemon started there later adds to
   */
  static RunningDaemon start(
      Class<?> daemon,
      List<File> classPath,
      Map<String, String> site,
      Path folder,
      String... arguments)
      throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String entries = DaemonProcess.configured(classPath, site, folder);
    List<String> command =
        new ArrayList<>(
            List.of(
                java,
                "-Xmx256m",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-cp",
                entries,
                daemon.getName()));
    command.addAll(List.of(arguments));
    Path log = folder.resolve("running.log");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    return new RunningDaemon(process, log);
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  String log() throws IOException {
    return Files.readString(log, StandardCharsets.UTF_8);
  }

  boolean isRunning() {
    return process.isAlive();
  }

  /** Waits until the log has one of some texts. */
  void awaitLog(String... texts) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LIMIT_MS);
    while (Arrays.stream(texts).noneMatch(log()::contains)) {
      if (System.nanoTime() > end || !process.isAlive()) {
        throw new AssertionError("no " + Arrays.toString(texts) + " in " + log + ":\n" + log());
      }
      Thread.sleep(100);
    }
  }

  /** Waits until the process has ended by itself. */
  void awaitEnd() throws IOException, InterruptedException {
    if (!process.waitFor(LIMIT_MS, TimeUnit.MILLISECONDS)) {
      throw new AssertionError("still running, " + log + ":\n" + log());
    }
  }

  /** Ends the process as an operator does, at the latest by force. */
  void stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(LIMIT_MS, TimeUnit.MILLISECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
