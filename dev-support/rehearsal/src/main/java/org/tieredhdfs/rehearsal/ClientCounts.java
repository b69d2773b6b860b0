package org.tieredhdfs.rehearsal;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.util.StringUtils;

/** The clients' operations so far: counts by kind, failures, the longest operation. Thread-safe. */
final class ClientCounts {
  interface Operation {
    void run() throws Exception;
  }

  private static final int MAX_TOLD = 100;

  private final Map<String, Long> done = new TreeMap<>();
  private long failures;
  private long longestMs;
  private String longestKind = "-";

  /** Runs one operation and counts it; a failure goes to standard error with its stack. */
  void count(String kind, Operation operation) {
    long startNs = System.nanoTime();
    try {
      operation.run();
      done(kind, startNs);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      failed(kind, e);
    }
  }

  private synchronized void done(String kind, long startNs) {
    done.merge(kind, 1L, Long::sum);
    long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
    if (tookMs > longestMs) {
      longestMs = tookMs;
      longestKind = kind;
    }
  }

  synchronized void failed(String kind, Exception why) {
    failures++;
    if (failures <= MAX_TOLD) {
      System.err.println(kind + " failed: " + StringUtils.stringifyException(why));
    }
  }

  synchronized long failures() {
    return failures;
  }

  /** One line: {@code operations=7 failures=0 longestMs=12 longest=create create=3 read=4}. */
  synchronized String line() {
    StringBuilder line = new StringBuilder();
    line.append("operations=").append(done.values().stream().mapToLong(Long::longValue).sum());
    line.append(" failures=").append(failures);
    line.append(" longestMs=").append(longestMs).append(" longest=").append(longestKind);
    done.forEach((kind, count) -> line.append(' ').append(kind).append('=').append(count));
    return line.toString();
  }
}
