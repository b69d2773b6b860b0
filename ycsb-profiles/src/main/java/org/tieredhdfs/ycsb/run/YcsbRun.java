package org.tieredhdfs.ycsb.run;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One run of the stock YCSB client as a process of its own.
 *
 * <p>The client ends with exit code 0 after nearly every failure, so a run counts as failed by what
 * it left behind, not by its code. Operations that fail are no failure of the run: they are in its
 * result, for the caller to judge.
 *
 * <p>{@link #run} is called once; {@link #cancel} may be called by any thread.
 */
public final class YcsbRun {

  private static final long GRACE_MS = 5_000;

  /** Its last output has been written; only a busy machine makes it late. */
  private static final long OUTPUT_LIMIT_MS = 120_000;

  private final YcsbSettings settings;
  private final ProgressListener listener;
  private final Object lock = new Object();
  private @Nullable Process process;
  private boolean cancelled;

  public YcsbRun(YcsbSettings settings, ProgressListener listener) {
    this.settings = settings;
    this.listener = listener;
  }

  /**
   * Runs the client to its end.
   *
   * @throws YcsbException if it gave no result, in time or at all; the message ends with the tail
   *     of its output
   * @throws CancellationException if it was cancelled
   */
  public YcsbResult run() throws YcsbException, InterruptedException {
    long expectedOps = settings.expectedOps();
    ClientOutput output = new ClientOutput(expectedOps, listener);
    Process client = start();
    Thread endWithUs = new Thread(() -> end(client), "end-ycsb");
    Runtime.getRuntime().addShutdownHook(endWithUs);
    try {
      CompletableFuture<@Nullable Void> reading = follow(client, output);
      if (!client.waitFor(settings.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
        throw failure(
            String.format(
                Locale.ROOT,
                "did not end within %d s; %d of %d operations were done",
                settings.timeout().toSeconds(),
                output.doneOps(),
                expectedOps),
            output);
      }
      finish(reading, client, output);
      return result(client.exitValue(), expectedOps, output);
    } finally {
      end(client);
      removeHook(endWithUs);
    }
  }

  /** Ends the client, if it runs; {@link #run} then throws a {@link CancellationException}. */
  public void cancel() {
    Process running;
    synchronized (lock) {
      cancelled = true;
      running = process;
    }
    if (running != null) {
      end(running);
    }
  }

  /** The id of the process; empty before it was started. */
  public OptionalLong pid() {
    synchronized (lock) {
      return process == null ? OptionalLong.empty() : OptionalLong.of(process.pid());
    }
  }

  private Process start() throws YcsbException {
    try {
      Files.createDirectories(settings.directory());
      Files.deleteIfExists(settings.exportFile());
      try (OutputStream out = Files.newOutputStream(settings.propertyFile())) {
        settings.clientProperties().store(out, "YCSB " + settings.label());
      }
      ProcessBuilder builder = new ProcessBuilder(settings.command()).redirectErrorStream(true);
      synchronized (lock) {
        if (process != null) {
          throw new IllegalStateException("a run is used once");
        }
        if (cancelled) {
          throw new CancellationException("YCSB " + settings.label() + " was cancelled");
        }
        process = builder.start();
        return process;
      }
    } catch (IOException e) {
      throw new YcsbException(
          "YCSB " + settings.label() + " could not be started: " + e.getMessage(), e);
    }
  }

  private CompletableFuture<@Nullable Void> follow(Process client, ClientOutput output) {
    CompletableFuture<@Nullable Void> reading = new CompletableFuture<>();
    Thread reader =
        new Thread(
            () -> {
              try {
                output.follow(client.getInputStream(), settings.logFile());
                reading.complete(null);
              } catch (Throwable e) {
                reading.completeExceptionally(e);
                // without a reader the client would block on its full pipe
                client.destroy();
              }
            },
            "ycsb-output");
    reader.setDaemon(true);
    reader.start();
    return reading;
  }

  private void finish(
      CompletableFuture<@Nullable Void> reading, Process client, ClientOutput output)
      throws YcsbException, InterruptedException {
    throwIfCancelled();
    try {
      reading.get(OUTPUT_LIMIT_MS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw failure("ended, but its output did not", output);
    } catch (ExecutionException | CompletionException e) {
      if (e.getCause() instanceof RuntimeException ofListener) {
        throw ofListener;
      }
      if (e.getCause() instanceof Error ofListener) {
        throw ofListener;
      }
      throw new YcsbException("cannot follow the output of YCSB " + settings.label(), e);
    }
    // killed by a signal from outside
    if (client.exitValue() > 128) {
      throw failure("was ended by signal " + (client.exitValue() - 128), output);
    }
  }

  private YcsbResult result(int exitCode, long expectedOps, ClientOutput output)
      throws YcsbException {
    if (!Files.exists(settings.exportFile())) {
      throw failure("ended with exit code " + exitCode + " and no result", output);
    }
    YcsbExport export;
    try {
      export = YcsbExport.read(settings.exportFile());
    } catch (IOException e) {
      throw failure("left a result that cannot be read: " + e.getMessage(), output);
    }
    if (export.attemptedOps() == 0) {
      throw failure("did no operation", output);
    }
    long skipped = settings.hasTimeLimit() ? 0 : Math.max(0, expectedOps - export.attemptedOps());
    List<ThroughputPoint> throughput = ThroughputPoint.between(output.statusLines());
    YcsbResult result =
        new YcsbResult(
            export.runTimeMs(),
            export.opsPerSec(),
            expectedOps,
            skipped,
            export.operations(),
            throughput,
            output.firstFailure());
    if (exitCode != 0 && result.errors() == 0) {
      throw failure("ended with exit code " + exitCode, output);
    }
    return result;
  }

  private YcsbException failure(String what, ClientOutput output) {
    StringBuilder message = new StringBuilder("YCSB ").append(settings.label()).append(' ');
    message.append(what);
    output.firstFailure().ifPresent(reason -> message.append(": ").append(reason));
    message.append(System.lineSeparator()).append("The log is ").append(settings.logFile());
    message.append("; it ends with").append(System.lineSeparator()).append(output.tail());
    return new YcsbException(message.toString());
  }

  private void throwIfCancelled() {
    synchronized (lock) {
      if (cancelled) {
        throw new CancellationException("YCSB " + settings.label() + " was cancelled");
      }
    }
  }

  private static void end(Process running) {
    if (!running.isAlive()) {
      return;
    }
    running.destroy();
    try {
      if (!running.waitFor(GRACE_MS, TimeUnit.MILLISECONDS)) {
        running.destroyForcibly();
      }
    } catch (InterruptedException e) {
      running.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // this process is ending, and the hook runs already
    }
  }
}
