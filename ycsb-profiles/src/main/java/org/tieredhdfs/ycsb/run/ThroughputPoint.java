package org.tieredhdfs.ycsb.run;

import java.util.ArrayList;
import java.util.List;

/**
 * The throughput of one stretch of a run.
 *
 * @param elapsedMs the end of the stretch, in ms from the start of the run
 * @param opsPerSec operations a second in it
 */
public record ThroughputPoint(long elapsedMs, double opsPerSec) {

  /** A stretch shorter than this says more about the clock than about the throughput. */
  private static final long MIN_SPAN_MS = 500;

  /** The stretches between {@code lines}; short ones are joined with the one before. */
  static List<ThroughputPoint> between(List<StatusLine> lines) {
    List<StatusLine> ends = new ArrayList<>();
    for (StatusLine line : lines) {
      if (ends.size() > 1 && line.atMs() - ends.get(ends.size() - 1).atMs() < MIN_SPAN_MS) {
        ends.remove(ends.size() - 1);
      }
      ends.add(line);
    }
    List<ThroughputPoint> points = new ArrayList<>();
    for (int i = 1; i < ends.size(); i++) {
      StatusLine end = ends.get(i);
      points.add(
          new ThroughputPoint(
              end.atMs() - ends.get(0).atMs(), end.opsPerSecSince(ends.get(i - 1))));
    }
    return points;
  }
}
