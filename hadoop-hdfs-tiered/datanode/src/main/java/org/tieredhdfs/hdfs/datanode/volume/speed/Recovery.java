package org.tieredhdfs.hdfs.datanode.volume.speed;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * On what terms a slow volume is taken back, and what probes of its device took lately.
 *
 * <p>A volume in service has no terms; it is probed while another one of its type is slow, since
 * only times of the same moment can be compared. Thread-safe.
 */
public final class Recovery {
  /** So many results are kept: the best of them tells what a busy device can do. */
  private static final int KEPT = 6;

  /** So many of the latest count for a slow volume: one that is out of line changes nothing. */
  static final int LATEST = 3;

  /**
   * When a slow volume is taken back.
   *
   * @param factor how many times as long as on its peers a probe may take
   * @param intervalNanos how often it is probed
   */
  public record Terms(double factor, long intervalNanos) {}

  /**
   * What one probe took.
   *
   * @param smallNanos its small writes, each synced
   * @param largeNanos its large write with a sync, without the time that the device worked for
   *     others
   */
  public record Took(long smallNanos, long largeNanos) {}

  private record Result(long atNanos, Took took) {}

  private volatile @Nullable Terms terms;

  // guarded by this
  private final Deque<Result> results = new ArrayDeque<>();
  private int probes;

  /** The volume is slow from now on: what its device did before says nothing. */
  public synchronized void begin(Terms agreed) {
    results.clear();
    terms = agreed;
  }

  /** The volume has recovered. */
  void end() {
    terms = null;
  }

  /** Null while the volume is in service. */
  @Nullable Terms terms() {
    return terms;
  }

  synchronized void add(long nowNanos, Took took) {
    results.addLast(new Result(nowNanos, took));
    if (results.size() > KEPT) {
      results.removeFirst();
    }
    probes++;
  }

  /** How many probes there were. */
  public synchronized int probes() {
    return probes;
  }

  /** The median of the latest probes, of each part by itself; null if there were too few. */
  synchronized @Nullable Took usual() {
    if (results.size() < LATEST) {
      return null;
    }
    List<Took> latest = results.stream().skip(results.size() - LATEST).map(Result::took).toList();
    return median(latest);
  }

  /** The best of the probes since then, of each part by itself; null if there were none. */
  synchronized @Nullable Took best(long sinceNanos) {
    List<Took> recent =
        results.stream()
            .filter(result -> result.atNanos - sinceNanos >= 0)
            .map(Result::took)
            .toList();
    return recent.isEmpty()
        ? null
        : new Took(sorted(recent, Took::smallNanos)[0], sorted(recent, Took::largeNanos)[0]);
  }

  /** The median of each part by itself, of at least one; of two the less. */
  static Took median(List<Took> probes) {
    int middle = (probes.size() - 1) / 2;
    return new Took(
        sorted(probes, Took::smallNanos)[middle], sorted(probes, Took::largeNanos)[middle]);
  }

  private static long[] sorted(List<Took> probes, ToLongFunction<Took> part) {
    return probes.stream().mapToLong(part).sorted().toArray();
  }
}
