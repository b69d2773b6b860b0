package org.tieredhdfs.rehearsal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.localcluster.spec.ClusterException;

/** Runs an operator's commands and logs their output. */
record Commands(ClusterDirs dirs) {
  private static final long LIMIT_MIN = 5;

  /** Runs a command that has to succeed; what it said. */
  String run(List<String> command) throws IOException, ClusterException, InterruptedException {
    Outcome outcome = attempt(command);
    if (outcome.code() != 0) {
      throw new ClusterException(
          String.join(" ", command) + " ended with " + outcome.code() + ": " + outcome.text());
    }
    return outcome.text();
  }

  /** Runs a command that has to be refused, with words that have to be in the refusal. */
  void requireRefusal(List<String> command, String... words)
      throws IOException, ClusterException, InterruptedException {
    Outcome outcome = attempt(command);
    if (outcome.code() == 0) {
      throw new ClusterException(String.join(" ", command) + " should have been refused");
    }
    for (String word : words) {
      if (!outcome.text().contains(word)) {
        throw new ClusterException(
            String.join(" ", command) + " does not say '" + word + "': " + outcome.text());
      }
    }
  }

  /** A command with all that it needs, not started yet. */
  ProcessBuilder prepare(List<String> command) {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectInput(Path.of("/dev/null").toFile());
    setEnvironment(builder.environment());
    return builder;
  }

  void setEnvironment(Map<String, String> environment) {
    setEnvironment(environment, dirs, List.of("-Xmx256m"));
  }

  /** Sets the variables by which a process of the cluster is told what it needs. */
  static void setEnvironment(
      Map<String, String> environment, ClusterDirs dirs, List<String> options) {
    environment.keySet().removeIf(key -> key.matches("HADOOP_.*|HBASE_.*|CLASSPATH"));
    List<String> all = new ArrayList<>(options);
    all.add("-Dtieredhdfs.cluster.dir=" + dirs.dir());
    all.add("-XX:+UseSerialGC");
    all.add("-Djava.io.tmpdir=" + dirs.tmp());
    all.add("@" + dirs.conf().resolve("java-options"));
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("HADOOP_OPTS", String.join(" ", all));
    environment.put("HBASE_OPTS", String.join(" ", all));
  }

  /**
   * The result of a command.
   *
   * @param text its standard output and error
   */
  record Outcome(int code, String text) {}

  Outcome attempt(List<String> command) throws IOException, ClusterException, InterruptedException {
    String shown = String.join(" ", command);
    Path out = Files.createTempFile(dirs.tmp(), "command", ".out");
    Process process =
        prepare(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    if (!process.waitFor(LIMIT_MIN, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new ClusterException(shown + " did not end within " + LIMIT_MIN + " min");
    }
    String text = Files.readString(out).strip();
    Files.delete(out);
    Files.writeString(
        dirs.logs().resolve("commands.log"),
        "$ " + shown + "\n" + text + "\n-> " + process.exitValue() + "\n\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    return new Outcome(process.exitValue(), text);
  }
}
