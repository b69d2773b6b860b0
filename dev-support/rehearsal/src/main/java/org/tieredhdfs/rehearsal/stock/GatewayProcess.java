package org.tieredhdfs.rehearsal.stock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.tieredhdfs.localcluster.process.ProcessTermination;
import org.tieredhdfs.localcluster.spec.ClusterException;

/** A server with stock jars in front of a cluster, in a process of its own. */
final class GatewayProcess implements AutoCloseable {
  static final String HOST = "127.0.0.1";

  private static final int ATTEMPTS = 200;
  private static final long PAUSE_MS = 300;
  private static final long END_LIMIT_SEC = 10;

  private final Process process;
  private final String address;

  /** A request that fails until the server serves. */
  interface Question {
    boolean isAnswered(String address) throws IOException, InterruptedException;
  }

  private GatewayProcess(Process process, String address) {
    this.process = process;
    this.address = address;
  }

  /**
   * Starts it and waits until it answers.
   *
   * @param builder of the process, but for where its output goes
   * @param port on which it will listen
   * @throws ClusterException with what it said if it does not come up
   */
  static GatewayProcess start(ProcessBuilder builder, int port, Path log, Question question)
      throws IOException, ClusterException, InterruptedException {
    Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    GatewayProcess started = new GatewayProcess(process, HOST + ":" + port);
    try {
      if (!started.answers(question)) {
        throw new ClusterException("a gateway did not come up: " + Files.readString(log).strip());
      }
      return started;
    } catch (IOException | ClusterException | InterruptedException | RuntimeException e) {
      started.close();
      throw e;
    }
  }

  private boolean answers(Question question) throws InterruptedException {
    for (int i = 0; i < ATTEMPTS && process.isAlive(); i++) {
      try {
        if (question.isAnswered(address)) {
          return true;
        }
      } catch (IOException notYet) {
        // it is still being started
      }
      Thread.sleep(PAUSE_MS);
    }
    return false;
  }

  /** Host and port. */
  String address() {
    return address;
  }

  @Override
  public void close() {
    ProcessTermination.of(process, END_LIMIT_SEC);
  }
}
