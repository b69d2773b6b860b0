package org.tieredhdfs.bench.study;

import java.util.List;
import org.tieredhdfs.ycsb.run.ThroughputPoint;

/** The throughput of a client from when it gets anything done: a thousand threads start slowly. */
final class SteadyThroughput {
  private static final double MS_PER_SEC = 1_000;

  private SteadyThroughput() {}

  /**
   * Operations a second from the second in which the first one ended; 0 if there was none.
   *
   * @param points in order
   */
  static double opsPerSec(List<ThroughputPoint> points) {
    double operations = 0;
    long idleUntilMs = 0;
    long endMs = 0;
    for (ThroughputPoint point : points) {
      operations += point.opsPerSec() * (point.elapsedMs() - endMs) / MS_PER_SEC;
      endMs = point.elapsedMs();
      if (!(operations > 0)) {
        idleUntilMs = endMs;
      }
    }
    return operations > 0 ? operations * MS_PER_SEC / (endMs - idleUntilMs) : 0;
  }
}
