package org.tieredhdfs.hdfs.datanode.volume.health;

/**
 * A clock that stops while the process is stopped: by a signal, by its virtual machine, or by a
 * machine without a free processor.
 *
 * <p>One thread reads it at a pace that it tells. What comes later than that, and half as much
 * more, is taken for a pause, in which no call of the process could come back either. The last few
 * pauses are kept; a call that is older than they counts from the end of the oldest. Used by one
 * thread.
 */
final class ProcessClock {
  private static final int KEPT_PAUSES = 64;
  private static final long LEAST_PAUSE_NANOS = 20_000_000;

  private final long[] endNanos = new long[KEPT_PAUSES];
  private final long[] lostNanos = new long[KEPT_PAUSES];
  private long lastNanos;
  private int pauses;

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
      endNanos[pauses % KEPT_PAUSES] = nowNanos;
      lostNanos[pauses % KEPT_PAUSES] = lateNanos;
      pauses++;
    }
  }

  /** When it was last read. */
  long nowNanos() {
    return lastNanos;
  }

  /** The time since a start, without the pauses. */
  long ageNanos(long startNanos) {
    int kept = Math.min(pauses, KEPT_PAUSES);
    long fromNanos = startNanos;
    if (kept == KEPT_PAUSES) {
      long oldestNanos = endNanos[pauses % KEPT_PAUSES];
      fromNanos = oldestNanos - startNanos > 0 ? oldestNanos : startNanos;
    }
    long ageNanos = lastNanos - fromNanos;
    for (int back = 1; back <= kept; back++) {
      int pause = (pauses - back) % KEPT_PAUSES;
      long sinceNanos = endNanos[pause] - fromNanos;
      if (sinceNanos <= 0) {
        break;
      }
      ageNanos -= Math.min(sinceNanos, lostNanos[pause]);
    }
    return Math.max(0, ageNanos);
  }
}
