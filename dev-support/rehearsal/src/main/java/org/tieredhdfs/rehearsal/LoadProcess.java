package org.tieredhdfs.rehearsal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.localcluster.spec.ClusterException;

/** A process of clients beside the cluster. */
final class LoadProcess implements AutoCloseable {
  private static final long END_LIMIT_MIN = 5;

  private final String name;
  private final Path out;
  private final Path errors;
  private final Process process;

  private LoadProcess(String name, Path out, Path errors, Process process) {
    this.name = name;
    this.out = out;
    this.errors = errors;
    this.process = process;
  }

  /**
   * Starts it.
   *
   * @param classPath configuration and jars of the clients; this class's own are added
   * @param options of its Java
   * @param clients what {@link ClientLoad} takes
   */
  static LoadProcess start(
      String name, String classPath, List<String> options, Path logs, List<String> clients)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx256m");
    command.addAll(options);
    command.add("-cp");
    command.add(classPath + ":" + ownClasses());
    command.add(ClientLoad.class.getName());
    command.addAll(clients);
    Path out = logs.resolve(name + ".out");
    Path errors = logs.resolve(name + ".err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(errors.toFile())
            .start();
    return new LoadProcess(name, out, errors, process);
  }

  private static Path ownClasses() {
    return Path.of(ClientLoad.class.getProtectionDomain().getCodeSource().getLocation().getPath());
  }

  /**
   * What it did so far, by name as in {@link ClientCounts#line}.
   *
   * @throws ClusterException if it has ended
   */
  Map<String, Long> figures() throws IOException, ClusterException {
    if (!process.isAlive()) {
      throw new ClusterException(name + " ended: " + failures());
    }
    return parse(lastLine());
  }

  private String lastLine() throws IOException {
    List<String> lines = Files.readAllLines(out);
    return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
  }

  private static Map<String, Long> parse(String line) {
    Map<String, Long> figures = new LinkedHashMap<>();
    for (String word : line.split(" ", -1)) {
      int equals = word.indexOf('=');
      if (equals > 0 && word.substring(equals + 1).chars().allMatch(Character::isDigit)) {
        figures.put(word.substring(0, equals), Long.parseLong(word.substring(equals + 1)));
      }
    }
    return figures;
  }

  /** What it said of failures. */
  String failures() throws IOException {
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
