package org.tieredhdfs.hdfs.datanode.volume.speed;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The mean of recent values above or equal to 0, each new one counting a sixteenth. Thread-safe.
 */
public final class RecentMean {
  private static final long NEW_PART = 16;
  private static final long NONE = -1;

  private final AtomicLong mean = new AtomicLong(NONE);

  public void add(long value) {
    long old = mean.get();
    long next = old == NONE ? value : old + (value - old) / NEW_PART;
    // A lost race drops one of very many.
    mean.compareAndSet(old, Math.max(0, next));
  }

  /** 0 before the first. */
  public double mean() {
    return Math.max(0, mean.get());
  }
}
