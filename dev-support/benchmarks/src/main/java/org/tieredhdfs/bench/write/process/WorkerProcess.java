package org.tieredhdfs.bench.write.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.tieredhdfs.localcluster.ClusterView;

/**
 * A process that runs a {@link RequestLoop}, seen from outside; ended by {@link #close}. Used by
 * one thread.
 */
public final class WorkerProcess implements AutoCloseable {
  private static final long ANSWER_LIMIT_SEC = 3_600;
  private static final long END_LIMIT_SEC = 10;

  private final String name;
  private final Path log;
  private final Process process;
  private final BufferedReader answers;

  private WorkerProcess(String name, ProcessBuilder builder, Path log) throws IOException {
    this.name = name;
    this.log = log;
    process =
        builder
            .redirectInput(ProcessBuilder.Redirect.PIPE)
            .redirectOutput(ProcessBuilder.Redirect.PIPE)
            .redirectError(log.toFile())
            .start();
    answers = process.inputReader(StandardCharsets.UTF_8);
  }

  /**
   * Starts a class of the benchmarks beside a cluster; what it prints beside its answers goes to
   * the cluster's logs.
   *
   * @param conf folder of its configuration
   * @param classPath with {@link #programs}
   */
  public static WorkerProcess start(
      ClusterView view,
      String name,
      Path conf,
      String classPath,
      Class<?> main,
      String... javaOptions)
      throws IOException {
    ProcessBuilder builder = view.foreignTool(conf, classPath, main.getName(), List.of());
    List<String> command = new ArrayList<>(builder.command());
    command.addAll(command.indexOf(main.getName()), List.of(javaOptions));
    return new WorkerProcess(
        name, builder.command(command), view.dirs().logs().resolve(name + ".out"));
  }

  /** Where the classes of the benchmarks are. */
  public static String programs() {
    var source = WorkerProcess.class.getProtectionDomain().getCodeSource();
    return Path.of(URI.create(source.getLocation().toString())).toString();
  }

  public long pid() {
    return process.pid();
  }

  /**
   * Has something done and waits for it.
   *
   * @return the figures of it
   * @throws IOException if it fails, takes more than an hour, or the process is gone
   */
  public Map<String, Double> ask(Request request) throws IOException, InterruptedException {
    process.getOutputStream().write((request.line() + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
    try {
      return parse(
          request,
          CompletableFuture.supplyAsync(this::answer).get(ANSWER_LIMIT_SEC, TimeUnit.SECONDS));
    } catch (ExecutionException e) {
      throw new IOException(name + ": no answer; see " + log, e.getCause());
    } catch (TimeoutException e) {
      process.destroyForcibly();
      throw new IOException(
          name + ": no answer to '" + request.line() + "' in " + ANSWER_LIMIT_SEC + " s", e);
    }
  }

  private String answer() {
    try {
      return String.valueOf(answers.readLine());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<String, Double> parse(Request request, String answer) throws IOException {
    if (!answer.equals(RequestLoop.OK) && !answer.startsWith(RequestLoop.OK + " ")) {
      throw new IOException(name + ": " + request.line() + ": " + answer + "; see " + log);
    }
    Map<String, Double> figures = new LinkedHashMap<>();
    Request.parse(answer)
        .words()
        .forEach((figure, value) -> figures.put(figure, Double.valueOf(value)));
    return figures;
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(END_LIMIT_SEC, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException alreadyGone) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
