package org.tieredhdfs.bench.write.client;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** The times of operations, all of them kept. Used by one thread. */
final class Latencies {
  private final long[] ns;
  private int size;

  Latencies(int operations) {
    ns = new long[operations];
  }

  void add(long latencyNs) {
    ns[size++] = latencyNs;
  }

  /** Percentiles by the nearest rank; nothing without operations. */
  Map<String, Double> figures() {
    Map<String, Double> figures = new LinkedHashMap<>();
    if (size > 0) {
      Arrays.sort(ns, 0, size);
      figures.put("p50Ns", (double) rank(0.5));
      figures.put("p99Ns", (double) rank(0.99));
      figures.put("ops", (double) size);
    }
    return figures;
  }

  private long rank(double quantile) {
    return ns[(int) Math.ceil(quantile * size) - 1];
  }
}
