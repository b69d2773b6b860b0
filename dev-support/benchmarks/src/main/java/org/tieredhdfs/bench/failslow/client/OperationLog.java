package org.tieredhdfs.bench.failslow.client;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A file with a line for each operation: kind, begin in microseconds since 1970, microseconds that
 * it took, and 1 if it succeeded. Thread-safe.
 */
final class OperationLog implements AutoCloseable {
  /** An operation. */
  interface Operation {
    void run() throws IOException;
  }

  private final BufferedWriter lines;
  private final long anchorUs = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
  private final long anchorNs = System.nanoTime();

  OperationLog(Path file) throws IOException {
    lines = Files.newBufferedWriter(file);
  }

  /** Runs an operation and records it, however it ends. */
  void time(OperationKind kind, Operation operation) throws IOException {
    long beginNs = System.nanoTime();
    boolean succeeded = false;
    try {
      operation.run();
      succeeded = true;
    } finally {
      add(kind, beginNs, System.nanoTime() - beginNs, succeeded);
    }
  }

  private synchronized void add(OperationKind kind, long beginNs, long tookNs, boolean succeeded) {
    // One clock for all: that of the day may be set while an operation runs
    long beginUs = anchorUs + TimeUnit.NANOSECONDS.toMicros(beginNs - anchorNs);
    try {
      lines.write(
          kind
              + " "
              + beginUs
              + " "
              + TimeUnit.NANOSECONDS.toMicros(tookNs)
              + (succeeded ? " 1\n" : " 0\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    lines.close();
  }
}
