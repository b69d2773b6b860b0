package org.tieredhdfs.hdfs.limit;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * The pace of all writers of one volume: who has written waits until its bytes are due.
 *
 * <p>The writers share one point in time up to which the rate is spent. Each moves it on by its own
 * bytes and sleeps until then, so that they take turns in the order of their packets. Nobody waits
 * for another one's sleep, and a volume without a rate costs nothing. Thread-safe, without locks.
 */
public final class WritePace {
  /** What may be written at once after a pause; small writes of a log hardly ever wait. */
  static final long BURST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /**
   * The longest wait for one packet, well below the minute after which clients and DataNodes give a
   * connection up. If there are so many writers that this does not suffice, the rate is exceeded.
   */
  static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** How soon a sleeping writer notices another rate. */
  private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final double NANOS_PER_SECOND = 1e9;

  private final LongSupplier clock;
  private final long originNanos;
  private final AtomicReference<Spent> spent = new AtomicReference<>(new Spent(0, 0, 0));

  /** Up to when a rate is spent, and how long the last writer has to wait for that. */
  private record Spent(long bytesPerSecond, long untilNanos, long waitNanos) {}

  public WritePace() {
    this(System::nanoTime);
  }

  WritePace(LongSupplier clock) {
    this.clock = clock;
    this.originNanos = clock.getAsLong();
  }

  private long now() {
    return clock.getAsLong() - originNanos;
  }

  /**
   * Spends bytes that were written.
   *
   * @param bytesPerSecond the rate; another one than before begins anew
   * @return how long to wait, 0 or more
   */
  long spend(long bytes, long bytesPerSecond) {
    long now = now();
    long cost = (long) (bytes * NANOS_PER_SECOND / bytesPerSecond);
    return spent.updateAndGet(
            before -> {
              boolean isSame = before.bytesPerSecond == bytesPerSecond;
              long earliest = now - BURST_NANOS;
              long from = isSame ? Math.max(before.untilNanos, earliest) : earliest;
              long until = Math.min(from + cost, now + LONGEST_NANOS);
              return new Spent(bytesPerSecond, until, Math.max(0, until - now));
            })
        .waitNanos;
  }

  /**
   * Spends bytes that were written, and waits until they are due, the rate has changed, or the
   * thread is interrupted, which it then still is.
   *
   * @param rate bytes per second, 0 if there is no bound
   * @return how long it has waited
   */
  public long await(long bytes, LongSupplier rate) {
    long bytesPerSecond = rate.getAsLong();
    if (bytesPerSecond <= 0 || bytes <= 0) {
      return 0;
    }
    long waitNanos = spend(bytes, bytesPerSecond);
    if (waitNanos == 0) {
      return 0;
    }
    long begin = now();
    long waited = 0;
    while (waited < waitNanos
        && rate.getAsLong() == bytesPerSecond
        && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(this, Math.min(SLICE_NANOS, waitNanos - waited));
      waited = now() - begin;
    }
    return waited;
  }
}
