package org.tieredhdfs.rehearsal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;

/** A process of clients beside the cluster. */
record LoadProcess(String name, Path out, Path errors, Process process) implements AutoCloseable {
  private static final long END_LIMIT_MIN = 5;
  private static final Pattern FIGURE = Pattern.compile("(?<= |^)(\\S+?)=(\\d+)(?= |$)");

  /**
   * Starts it.
   *
   * @param stockClassPath jars of the clients; the cluster's configuration and this class's own are
   *     added
   * @param clients what {@link ClientLoad} takes
   */
  static LoadProcess start(String name, ClusterDirs dirs, String stockClassPath, String... clients)
      throws IOException {
    String own = ClientLoad.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx256m");
    command.add("-Dtieredhdfs.cluster.dir=" + dirs.dir());
    command.add("@" + dirs.conf().resolve("java-options"));
    command.add("-cp");
    command.add(dirs.conf() + ":" + stockClassPath + ":" + own);
    command.add(ClientLoad.class.getName());
    command.addAll(List.of(clients));
    Path out = dirs.logs().resolve(name + ".out");
    Path errors = dirs.logs().resolve(name + ".err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(errors.toFile())
            .start();
    return new LoadProcess(name, out, errors, process);
  }

  /** Checks that it works on and nothing failed so far. */
  void requireNoFailure(String when, Progress progress) throws IOException, ClusterException {
    if (!process.isAlive()) {
      throw new ClusterException(name + " ended: " + failures());
    }
    Map<String, Long> figures = parse(lastLine());
    if (figures.getOrDefault("failures", 1L) != 0) {
      throw new ClusterException("operations failed during " + when + ": " + failures());
    }
    progress.done(
        String.format(
            "%-12s %,d operations until after %s, none failed, the longest %,d ms",
            "clients",
            figures.getOrDefault("operations", 0L),
            when,
            figures.getOrDefault("longestMs", 0L)));
  }

  private String lastLine() throws IOException {
    List<String> lines = Files.readAllLines(out);
    return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
  }

  /** Figures by name, as {@link ClientCounts#line} has them. */
  private static Map<String, Long> parse(String line) {
    Map<String, Long> figures = new LinkedHashMap<>();
    Matcher figure = FIGURE.matcher(line);
    while (figure.find()) {
      figures.put(figure.group(1), Long.parseLong(figure.group(2)));
    }
    return figures;
  }

  private String failures() throws IOException {
    return Files.readString(errors).strip();
  }

  /**
   * Lets it read all again and end.
   *
   * @throws ClusterException if an operation failed, now or before, or what it read was wrong
   */
  Map<String, Long> finish() throws IOException, ClusterException, InterruptedException {
    process.getOutputStream().close();
    if (!process.waitFor(END_LIMIT_MIN, TimeUnit.MINUTES)) {
      throw new ClusterException(name + " did not end within " + END_LIMIT_MIN + " min");
    }
    String last = lastLine();
    if (process.exitValue() != 0 || !last.startsWith(ClientLoad.VERIFIED)) {
      throw new ClusterException(
          name + " ended with code " + process.exitValue() + ": " + last + "\n" + failures());
    }
    return parse(last);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
