package org.tieredhdfs.mover.service;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.tieredhdfs.mover.cli.FileMoverCommand;
import org.tieredhdfs.mover.rpc.FileMoverClient;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.waits.Waits;

/** A service in a process of its own, which can be killed; is so in the end. */
final class ServiceProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final org.apache.hadoop.fs.Path ADDRESS =
      new org.apache.hadoop.fs.Path("/system/tiered-file-mover/address");

  private final Process process;
  private final Path log;

  private ServiceProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts a service; it may come to be one that stands by.
   *
   * @param name of its files in the folder
   * @param heap {@code -Xmx256m}
   */
  static ServiceProcess start(Path folder, String name, Configuration conf, String heap)
      throws IOException {
    Path site = folder.resolve(name + ".xml");
    try (OutputStream out = Files.newOutputStream(site)) {
      conf.writeXml(out);
    }
    Path log = folder.resolve(name + ".out");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    heap,
                    "-XX:+ExitOnOutOfMemoryError",
                    "-cp",
                    System.getProperty("java.class.path"),
                    FileMoverCommand.class.getName(),
                    "-conf",
                    site.toString(),
                    "serve"))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    return new ServiceProcess(process, log);
  }

  /** Waits until some instance says where it takes calls. */
  static void awaitAddress(FileSystem fs) throws Exception {
    Waits.until("a service is up", PATIENCE, () -> fs.exists(ADDRESS));
  }

  /** What is known of a request, when somebody is at work again who can be asked. */
  static RequestStatusProto status(FileMoverClient client, long id)
      throws IOException, InterruptedException {
    long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return client.status(id);
      } catch (IOException e) {
        if (System.nanoTime() > deadlineNs) {
          throw e;
        }
        Thread.sleep(100);
      }
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** What it has written so far, to be shown where something is wrong. */
  String said() throws IOException {
    return Files.readString(log);
  }

  /** {@code kill -9}, and waits until it is gone. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
