package org.tieredhdfs.bench;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.SynchronizedHistogram;

/**
 * A thread that does the same operation again and again, at a set pace, and keeps how long each
 * took.
 *
 * <p>An operation that takes longer than the pace stands for all that would have begun meanwhile:
 * those are counted, too, with the time they would have waited (HdrHistogram's correction for
 * coordinated omission), or a stall would show as one slow operation among thousands.
 */
public final class FixedRateLoad implements AutoCloseable {
  /** One operation. */
  public interface Operation {
    void run(long number) throws IOException;
  }

  private static final long IDLE = 0;
  private static final int DIGITS = 3;
  private static final long PAUSE_AFTER_FAILURE_MS = 50;

  private final String name;
  private final long intervalNs;
  private final Operation operation;
  private final SynchronizedHistogram timesUs = new SynchronizedHistogram(DIGITS);
  private final Slowest slowest;
  private final AtomicLong failures = new AtomicLong();
  private final AtomicLong runningSinceNs = new AtomicLong(IDLE);
  private final Thread thread;
  private volatile boolean isStopped;
  private volatile String firstFailure = "";

  private FixedRateLoad(String name, long intervalMs, long startNs, Operation operation) {
    this.name = name;
    this.intervalNs = TimeUnit.MILLISECONDS.toNanos(intervalMs);
    this.operation = operation;
    this.slowest = new Slowest(startNs);
    this.thread = new Thread(this::loop, name);
    thread.setDaemon(true);
  }

  /** Starts one; the first operation begins at once. */
  public static FixedRateLoad start(String name, long intervalMs, Operation operation) {
    FixedRateLoad load = new FixedRateLoad(name, intervalMs, System.nanoTime(), operation);
    load.thread.start();
    return load;
  }

  private void loop() {
    long nextNs = System.nanoTime();
    for (long number = 0; !isStopped; number++) {
      try {
        long waitNs = nextNs - System.nanoTime();
        if (waitNs > 0) {
          TimeUnit.NANOSECONDS.sleep(waitNs);
        }
        once(number);
      } catch (InterruptedException e) {
        return;
      }
      // Operations missed during a long one are not caught up in a burst.
      nextNs = Math.max(nextNs + intervalNs, System.nanoTime());
    }
  }

  private void once(long number) throws InterruptedException {
    long startNs = System.nanoTime();
    runningSinceNs.set(startNs);
    try {
      operation.run(number);
      record(startNs);
    } catch (IOException | RuntimeException e) {
      if (isStopped) {
        return;
      }
      record(startNs);
      failures.incrementAndGet();
      if (firstFailure.isEmpty()) {
        firstFailure = name + ": " + e;
      }
      Thread.sleep(PAUSE_AFTER_FAILURE_MS);
    } finally {
      runningSinceNs.set(IDLE);
    }
  }

  private void record(long startNs) {
    long endNs = System.nanoTime();
    long timeUs = (endNs - startNs) / 1_000;
    timesUs.recordValueWithExpectedInterval(timeUs, intervalNs / 1_000);
    slowest.add(endNs, timeUs / 1_000.0);
  }

  /** How long the operation that runs now has been running; 0 if none does. */
  long runningMs() {
    long sinceNs = runningSinceNs.get();
    return sinceNs == IDLE ? 0 : (System.nanoTime() - sinceNs) / 1_000_000;
  }

  public double percentileMs(double percentile) {
    return timesUs.getValueAtPercentile(percentile) / 1_000.0;
  }

  public double maxMs() {
    return timesUs.getMaxValue() / 1_000.0;
  }

  /** Operations, those counted that could not begin included. */
  public long count() {
    return timesUs.getTotalCount();
  }

  public long failures() {
    return failures.get();
  }

  /** The first failure; empty if there was none. */
  public String firstFailure() {
    return firstFailure;
  }

  Slowest slowest() {
    return slowest;
  }

  /** Begins no further operation. */
  public void stop() {
    isStopped = true;
  }

  /**
   * Waits for the operation that runs.
   *
   * @return whether it has come to its end
   */
  public boolean join(long limitMs) throws InterruptedException {
    thread.join(Math.max(1, limitMs));
    return !thread.isAlive();
  }

  @Override
  public void close() {
    stop();
    thread.interrupt();
  }
}
