package org.tieredhdfs.bench.study;

import java.util.List;
import org.tieredhdfs.ycsb.run.ThroughputPoint;

/** How long a client got nothing done at a stretch. */
final class LongestStall {
  private LongestStall() {}

  /**
   * The longest time, in ms, in which no operation ended; to the second, as YCSB reports. Before
   * the first one the client starts and connects, which does not count.
   */
  static long ms(List<ThroughputPoint> points) {
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
