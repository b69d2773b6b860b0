package org.tieredhdfs.hdfs.datanode.volume.health;

/**
 * A clock that stops while the process is stopped: by a signal, by its virtual machine, or by a
 * machine without a free processor.
 *
 * <p>One thread reads it at a pace that it tells. What comes later than that, and half as much
 * more, is taken for a pause, in which no call of the process could come back either. Neighbours
 * among older pauses are kept as one: a call that began between them seems younger than it is, by
 * at most what they lost. None is forgotten, so ages grow however often the process is late. Used
 * by one thread.
 */
final class ProcessClock {
  private static final int KEPT_PAUSES = 64;
  private static final long LEAST_PAUSE_NANOS = 20_000_000;

  private final long[] endNanos = new long[KEPT_PAUSES];
  private final long[] lostNanos = new long[KEPT_PAUSES];
  private long lastNanos;
  private int kept;

  ProcessClock(long nowNanos) {
    this.lastNanos = nowNanos;
  }

  /**
   * @param paceNanos how long after the last call this one was meant to come
   */
  void tick(long nowNanos, long paceNanos) {
    long lateNanos = nowNanos - lastNanos - paceNanos;
    lastNanos = nowNanos;
    if (lateNanos > Math.max(LEAST_PAUSE_NANOS, paceNanos / 2)) {
      if (kept == KEPT_PAUSES) {
        join();
      }
      endNanos[kept] = nowNanos;
      lostNanos[kept++] = lateNanos;
    }
  }

  /** Joins the two neighbours that lost least for their age. */
  private void join() {
    int joined = 0;
    double least = Double.MAX_VALUE;
    for (int i = 1; i < kept; i++) {
      double lost = (double) (lostNanos[i - 1] + lostNanos[i]) / (lastNanos - endNanos[i] + 1);
      if (lost < least) {
        least = lost;
        joined = i;
      }
    }
    lostNanos[joined] += lostNanos[joined - 1];
    System.arraycopy(endNanos, joined, endNanos, joined - 1, kept - joined);
    System.arraycopy(lostNanos, joined, lostNanos, joined - 1, kept - joined);
    kept--;
  }

  /** When it was last read. */
  long nowNanos() {
    return lastNanos;
  }

  /** The time since a start, without the pauses. */
  long ageNanos(long startNanos) {
    long ageNanos = lastNanos - startNanos;
    for (int pause = kept - 1; pause >= 0; pause--) {
      long sinceNanos = endNanos[pause] - startNanos;
      if (sinceNanos <= 0) {
        break;
      }
      ageNanos -= Math.min(sinceNanos, lostNanos[pause]);
    }
    return Math.max(0, ageNanos);
  }
}
