package org.tieredhdfs.localcluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tieredhdfs.localcluster.process.ProcessTermination;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;

/** The file mover's service beside a cluster, in a process of its own. */
public final class MoverProcess implements AutoCloseable {
  private static final String MAIN_CLASS = "org.tieredhdfs.mover.cli.FileMoverCommand";
  private static final String AT_WORK = "Active, ";
  private static final Pattern PAGE = Pattern.compile("Web page: (http://\\S+)");
  private static final long POLL_MS = 200;

  /**
   * The place of an instance that was killed is free when its lease is a minute old; the rest is
   * for machines with other work.
   */
  private static final long START_LIMIT_MS = 600_000;

  private static final long END_LIMIT_SEC = 20;

  private final Process process;
  private final Path log;

  private MoverProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts it and waits until it is at work.
   *
   * @throws ClusterException with what it said if it does not come up
   */
  public static MoverProcess start(ClusterView view, Progress progress)
      throws IOException, ClusterException, InterruptedException {
    return start(
        view.tool(MAIN_CLASS, List.of("serve")),
        view.dirs().logs().resolve("filemover.out"),
        progress);
  }

  /**
   * Starts it by a command of the caller's.
   *
   * @param log where its standard streams go
   */
  public static MoverProcess start(ProcessBuilder command, Path log, Progress progress)
      throws IOException, ClusterException, InterruptedException {
    Process process = command.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    MoverProcess mover = new MoverProcess(process, log);
    try {
      mover.awaitStart(progress);
      return mover;
    } catch (IOException | ClusterException | InterruptedException | RuntimeException e) {
      mover.close();
      throw e;
    }
  }

  private void awaitStart(Progress progress)
      throws IOException, ClusterException, InterruptedException {
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(START_LIMIT_MS);
    while (!said().contains(AT_WORK)) {
      if (!process.isAlive() || System.nanoTime() > endNs) {
        throw new ClusterException("the file mover's service did not come up: " + said().strip());
      }
      progress.waitingFor(List.of("filemover"));
      Thread.sleep(POLL_MS);
    }
    progress.done(String.format("%-12s at work, pid %d", "filemover", process.pid()));
  }

  /** Whether it still runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Its status: the JSON behind its page. */
  public JsonNode figures() throws IOException {
    Matcher page = PAGE.matcher(said());
    if (!page.find()) {
      throw new IOException("the file mover's service does not say where its page is");
    }
    return JmxPage.get(page.group(1) + "/status.json");
  }

  private String said() throws IOException {
    return Files.exists(log) ? Files.readString(log, StandardCharsets.UTF_8) : "";
  }

  /** Ends it as a crash of the machine would, and waits until it is gone. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    ProcessTermination.of(process, END_LIMIT_SEC);
  }
}
