package org.tieredhdfs.bench.experiment;

import java.util.Map;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

/** Makes rows of reports. */
public final class ReportRows {
  private ReportRows() {}

  /** With a metric. */
  public static BenchmarkCase row(String name, Side side, int repeat, String metric, double value) {
    return new BenchmarkCase(name, side, repeat, Map.of(metric, value));
  }

  /** With {@code opsPerSec}. */
  public static BenchmarkCase row(String name, Side side, int repeat, double opsPerSec) {
    return row(name, side, repeat, "opsPerSec", opsPerSec);
  }
}
