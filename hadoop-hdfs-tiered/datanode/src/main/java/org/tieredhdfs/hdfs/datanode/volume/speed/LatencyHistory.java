package org.tieredhdfs.hdfs.datanode.volume.speed;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A histogram of the recent latencies of one class of calls on a volume, in powers of two.
 *
 * <p>Half of what it knows is forgotten every few thousand calls, and every few minutes where there
 * are fewer. A hang leaves hardly a trace, since few calls are stuck in it; a device that is often
 * slow does. Thread-safe; a call that comes while half is forgotten may count double or not at all.
 */
public final class LatencyHistory {
  private static final int POWERS = Long.SIZE;
  private static final long KEPT_CALLS = 8192;
  private static final long KEPT_NANOS = TimeUnit.MINUTES.toNanos(5);

  /** With fewer calls than this, the slowest of a hundred is not known. */
  private static final long LEAST_CALLS = 100;

  private final AtomicLongArray calls = new AtomicLongArray(POWERS);
  private final AtomicLong total = new AtomicLong();
  private final AtomicLong halvedNanos;

  public LatencyHistory(long nowNanos) {
    halvedNanos = new AtomicLong(nowNanos);
  }

  public void add(long tookNanos, long nowNanos) {
    calls.incrementAndGet(power(tookNanos));
    long known = total.incrementAndGet();
    long halved = halvedNanos.get();
    if ((known > KEPT_CALLS || nowNanos - halved > KEPT_NANOS)
        && halvedNanos.compareAndSet(halved, nowNanos)) {
      halve();
    }
  }

  private static int power(long nanos) {
    return Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, nanos));
  }

  private void halve() {
    long left = 0;
    for (int power = 0; power < POWERS; power++) {
      left += calls.updateAndGet(power, count -> count / 2);
    }
    total.set(left);
  }

  /** The 99th percentile of recent calls, rounded up; 0 while there are too few. */
  public long usualNanos() {
    long known = total.get();
    if (known < LEAST_CALLS) {
      return 0;
    }
    long slower = known / 100;
    for (int power = POWERS - 1; power > 0; power--) {
      slower -= calls.get(power);
      if (slower < 0) {
        return power >= Long.SIZE - 1 ? Long.MAX_VALUE : 1L << power;
      }
    }
    return 1;
  }
}
