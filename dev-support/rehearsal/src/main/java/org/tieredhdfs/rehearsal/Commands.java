package org.tieredhdfs.rehearsal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.localcluster.spec.ClusterException;

/** Runs an operator's commands and logs their output. */
final class Commands {
  private static final long LIMIT_MIN = 5;
  private static final String HEAP = "-Xmx256m";

  private final ClusterDirs dirs;

  Commands(ClusterDirs dirs) {
    this.dirs = dirs;
  }

  /**
   * The result of a command.
   *
   * @param code its exit code
   * @param text its standard output and error
   */
  record Outcome(int code, String text) {}

  /**
   * Runs a command that has to succeed; what it said.
   *
   * @throws ClusterException with command and words if it does not
   */
  String run(List<String> command) throws IOException, ClusterException, InterruptedException {
    Outcome outcome = attempt(command);
    if (outcome.code() != 0) {
      throw new ClusterException(
          String.join(" ", command) + " ended with " + outcome.code() + ": " + outcome.text());
    }
    return outcome.text();
  }

  /** A command with all that it needs, not started yet. */
  ProcessBuilder prepare(List<String> command) {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectInput(Path.of("/dev/null").toFile());
    setEnvironment(builder.environment());
    return builder;
  }

  void setEnvironment(Map<String, String> environment) {
    Service.Environment.set(environment, dirs, List.of(HEAP));
  }

  /** Runs a command that may fail. */
  Outcome attempt(List<String> command) throws IOException, ClusterException, InterruptedException {
    Path out = Files.createTempFile(dirs.tmp(), "command", ".out");
    Process process =
        prepare(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    if (!process.waitFor(LIMIT_MIN, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new ClusterException(
          String.join(" ", command) + " did not end within " + LIMIT_MIN + " min");
    }
    String text = Files.readString(out, StandardCharsets.UTF_8).strip();
    Files.delete(out);
    Files.writeString(
        dirs.logs().resolve("commands.log"),
        "$ " + String.join(" ", command) + "\n" + text + "\n-> " + process.exitValue() + "\n\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    return new Outcome(process.exitValue(), text);
  }
}
