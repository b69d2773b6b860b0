package org.tieredhdfs.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.HdrHistogram.SynchronizedHistogram;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.report.Series;

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
  private static final long BUCKET_MS = 500;
  private static final long PAUSE_AFTER_FAILURE_MS = 50;

  private final String name;
  private final long intervalMs;
  private final Operation operation;
  private final SynchronizedHistogram timesUs = new SynchronizedHistogram(DIGITS);
  private final List<Double> slowestMs = new ArrayList<>();
  private final long startNs = System.nanoTime();
  private final AtomicLong failures = new AtomicLong();
  private final AtomicLong runningSinceNs = new AtomicLong(IDLE);
  private final PacedLoop loop;
  private volatile boolean isStopped;
  private volatile String firstFailure = "";

  private FixedRateLoad(String name, long intervalMs, Operation operation) {
    this.name = name;
    this.intervalMs = intervalMs;
    this.operation = operation;
    loop = PacedLoop.start(name, intervalMs, this::once);
  }

  /**
   * Starts one; the first operation begins at once.
   *
   * @param intervalMs its pace; 0 for one operation right behind the other
   */
  public static FixedRateLoad start(String name, long intervalMs, Operation operation) {
    return new FixedRateLoad(name, intervalMs, operation);
  }

  private void once(long number) throws InterruptedException {
    long beginNs = System.nanoTime();
    runningSinceNs.set(beginNs);
    try {
      operation.run(number);
      record(beginNs);
    } catch (IOException | RuntimeException e) {
      if (isStopped) {
        return;
      }
      record(beginNs);
      failures.incrementAndGet();
      if (firstFailure.isEmpty()) {
        firstFailure = name + ": " + e;
      }
      Thread.sleep(PAUSE_AFTER_FAILURE_MS);
    } finally {
      runningSinceNs.set(IDLE);
    }
  }

  private void record(long beginNs) {
    long endNs = System.nanoTime();
    long timeUs = (endNs - beginNs) / 1_000;
    timesUs.recordValueWithExpectedInterval(timeUs, intervalMs * 1_000);
    int bucket = Math.toIntExact((endNs - startNs) / 1_000_000 / BUCKET_MS);
    synchronized (slowestMs) {
      while (slowestMs.size() <= bucket) {
        slowestMs.add(0.0);
      }
      slowestMs.set(bucket, Math.max(slowestMs.get(bucket), timeUs / 1_000.0));
    }
  }

  /** How long the operation that runs now has been running; 0 if none does. */
  public long runningMs() {
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

  /** The slowest operation of each half second; 0 of one in which none ended. */
  public Series slowest(String metric) {
    synchronized (slowestMs) {
      return series(BUCKET_MS, metric, slowestMs);
    }
  }

  /** A value for each stretch of time, at its end. */
  public static Series series(long stepMs, String metric, List<Double> values) {
    return new Series(
        metric,
        LongStream.rangeClosed(1, values.size()).mapToObj(i -> i * stepMs).toList(),
        values);
  }

  /** Begins no further operation. */
  public void stop() {
    isStopped = true;
    loop.stop();
  }

  /**
   * Waits for the operation that runs.
   *
   * @return whether it has come to its end
   */
  public boolean join(long limitMs) throws InterruptedException {
    return loop.join(limitMs);
  }

  @Override
  public void close() {
    isStopped = true;
    loop.close();
  }

  /**
   * Ends all of them, and waits for the operations that run.
   *
   * @throws ClusterException if one does not come to its end
   */
  public static void end(List<FixedRateLoad> loads, long limitMs)
      throws ClusterException, InterruptedException {
    loads.forEach(FixedRateLoad::stop);
    long endNs = System.nanoTime() + limitMs * 1_000_000;
    for (FixedRateLoad load : loads) {
      if (!load.join((endNs - System.nanoTime()) / 1_000_000)) {
        loads.forEach(FixedRateLoad::close);
        throw new ClusterException(load.name + " is stuck although nothing is in its way any more");
      }
    }
  }

  /** Why some failed, at most one reason of each. */
  public static List<String> firstFailures(List<FixedRateLoad> loads) {
    return loads.stream().map(FixedRateLoad::firstFailure).filter(why -> !why.isEmpty()).toList();
  }

  /** The highest of several; 0 of none. */
  public static double highest(List<FixedRateLoad> loads, ToDoubleFunction<FixedRateLoad> figure) {
    return loads.stream().mapToDouble(figure).max().orElse(0);
  }

  /**
   * Metrics of several; percentiles are those of the slowest.
   *
   * @param prefix of the metrics' names
   */
  public static void put(Map<String, Double> metrics, String prefix, List<FixedRateLoad> loads) {
    metrics.put(prefix + "P50Ms", highest(loads, one -> one.percentileMs(50)));
    metrics.put(prefix + "P99Ms", highest(loads, one -> one.percentileMs(99)));
    metrics.put(prefix + "P999Ms", highest(loads, one -> one.percentileMs(99.9)));
    metrics.put(prefix + "MaxMs", highest(loads, FixedRateLoad::maxMs));
    metrics.put(prefix + "Ops", loads.stream().mapToDouble(FixedRateLoad::count).sum());
    metrics.put(prefix + "Errors", loads.stream().mapToDouble(FixedRateLoad::failures).sum());
  }
}
