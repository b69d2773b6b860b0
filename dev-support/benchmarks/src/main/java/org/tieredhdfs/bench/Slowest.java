package org.tieredhdfs.bench;

import java.util.ArrayList;
import java.util.List;
import org.tieredhdfs.report.Series;

/** The slowest operation of each half second. Written by one thread, read after it has ended. */
final class Slowest {
  private static final long BUCKET_MS = 500;

  private final long startNs;
  private final List<Double> slowestMs = new ArrayList<>();

  Slowest(long startNs) {
    this.startNs = startNs;
  }

  synchronized void add(long endNs, double timeMs) {
    int bucket = Math.toIntExact((endNs - startNs) / 1_000_000 / BUCKET_MS);
    while (slowestMs.size() <= bucket) {
      slowestMs.add(0.0);
    }
    slowestMs.set(bucket, Math.max(slowestMs.get(bucket), timeMs));
  }

  /** A half second in which none ended has the value 0. */
  synchronized Series series(String metric) {
    List<Long> elapsedMs = new ArrayList<>();
    for (int i = 0; i < slowestMs.size(); i++) {
      elapsedMs.add((i + 1) * BUCKET_MS);
    }
    return new Series(metric, elapsedMs, slowestMs);
  }
}
