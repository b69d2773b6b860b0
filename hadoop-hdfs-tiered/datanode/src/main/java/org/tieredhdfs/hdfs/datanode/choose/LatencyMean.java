package org.tieredhdfs.hdfs.datanode.choose;

import java.util.concurrent.atomic.AtomicLong;

/** The mean of recent latencies, each new one counting a sixteenth; for display. Thread-safe. */
final class LatencyMean {
  private static final long NEW_PART = 16;
  private static final long NONE = -1;

  private final AtomicLong meanNanos = new AtomicLong(NONE);

  void add(long nanos) {
    long old = meanNanos.get();
    long next = old == NONE ? nanos : old + (nanos - old) / NEW_PART;
    // A lost race drops one sample of very many.
    meanNanos.compareAndSet(old, Math.max(0, next));
  }

  /** 0 before the first. */
  double meanMs() {
    return Math.max(0, meanNanos.get()) / 1e6;
  }
}
