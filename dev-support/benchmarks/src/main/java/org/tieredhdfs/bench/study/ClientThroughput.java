package org.tieredhdfs.bench.study;

import java.util.List;
import org.tieredhdfs.ycsb.run.ThroughputPoint;

/** What the throughput of a client over time says, without the start, in which it connects. */
final class ClientThroughput {
  private ClientThroughput() {}

  /**
   * Operations a second from the second in which the first one ended; 0 if there was none. A
   * thousand threads start slowly.
   *
   * @param points in order
   */
  static double steadyOpsPerSec(List<ThroughputPoint> points) {
    double operations = 0;
    long idleUntilMs = 0;
    long endMs = 0;
    for (ThroughputPoint point : points) {
      operations += point.opsPerSec() * (point.elapsedMs() - endMs) / 1_000;
      endMs = point.elapsedMs();
      if (!(operations > 0)) {
        idleUntilMs = endMs;
      }
    }
    return operations > 0 ? operations * 1_000 / (endMs - idleUntilMs) : 0;
  }

  /** The longest time in which no operation ended; to the second, as YCSB reports. */
  static long longestStallMs(List<ThroughputPoint> points) {
    long longestMs = 0;
    long sinceMs = -1;
    for (ThroughputPoint point : points) {
      if (point.opsPerSec() > 0) {
        sinceMs = point.elapsedMs();
      } else if (sinceMs >= 0) {
        longestMs = Math.max(longestMs, point.elapsedMs() - sinceMs);
      }
    }
    return longestMs;
  }
}
