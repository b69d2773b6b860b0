package org.tieredhdfs.linux;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs a tool of the operating system to its end, within bounded time. */
public final class LinuxTool {
  private static final int MAX_OUTPUT_BYTES = 64 * 1024;

  private LinuxTool() {}

  /** Thrown when a tool is missing, fails or takes too long; the message says which and why. */
  public static final class ToolException extends IOException {
    private static final long serialVersionUID = 1L;

    ToolException(String message) {
      super(message);
    }

    ToolException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Runs {@code command} and returns what it wrote, both streams together. */
  public static String run(Duration limit, String... command) throws ToolException {
    return run(limit, List.of(command));
  }

  /**
   * Runs {@code command} and returns what it wrote, both streams together.
   *
   * @throws ToolException if it cannot be started, fails, or does not end within {@code limit}
   */
  public static String run(Duration limit, List<String> command) throws ToolException {
    String shown = String.join(" ", command);
    Process process = start(command, shown);
    // A separate reader, because a tool that hangs in the kernel never closes its output.
    FutureTask<String> output = new FutureTask<>(() -> read(process));
    Thread reader = new Thread(output, "output of " + command.get(0));
    reader.setDaemon(true);
    reader.start();
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        throw new ToolException("'" + shown + "' did not end within " + limit.toSeconds() + " s");
      }
      String text = output.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      if (process.exitValue() != 0) {
        throw new ToolException(
            "'"
                + shown
                + "' failed with code "
                + process.exitValue()
                + (text.isEmpty() ? "" : ": " + text));
      }
      return text;
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new ToolException("interrupted while '" + shown + "' was running", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new ToolException("cannot read what '" + shown + "' wrote", e);
    }
  }

  /** Whether a tool of this name is on the search path. */
  public static boolean isInstalled(String name) {
    for (String dir : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
      if (!dir.isEmpty() && Files.isExecutable(Path.of(dir, name))) {
        return true;
      }
    }
    return false;
  }

  private static Process start(List<String> command, String shown) throws ToolException {
    try {
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().put("LC_ALL", "C");
      Process process = builder.start();
      process.getOutputStream().close();
      return process;
    } catch (IOException e) {
      throw new ToolException("cannot run '" + shown + "': " + e.getMessage(), e);
    }
  }

  private static String read(Process process) throws IOException {
    InputStream in = process.getInputStream();
    String text = new String(in.readNBytes(MAX_OUTPUT_BYTES), StandardCharsets.UTF_8);
    // Read the rest, too, or the tool blocks on a full pipe.
    in.transferTo(OutputStream.nullOutputStream());
    return text.strip();
  }
}
