package org.tieredhdfs.bench.write.client;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The times of operations, all of them kept. Used by one thread. */
public final class Latencies {
  private final long[] ns;
  private int size;

  public Latencies(int operations) {
    ns = new long[operations];
  }

  /** Those of several threads together, which have ended. */
  public static Latencies of(List<Latencies> parts) {
    Latencies all = new Latencies(parts.stream().mapToInt(part -> part.size).sum());
    for (Latencies part : parts) {
      System.arraycopy(part.ns, 0, all.ns, all.size, part.size);
      all.size += part.size;
    }
    return all;
  }

  public void add(long latencyNs) {
    ns[size++] = latencyNs;
  }

  /** Percentiles by the nearest rank; nothing without operations. */
  public Map<String, Double> figures() {
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
