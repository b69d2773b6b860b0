package org.tieredhdfs.bench.rows;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.tieredhdfs.bench.Medians;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

/** Medians of the repeats of a case. */
public final class RowMedians {
  private RowMedians() {}

  /** Of a metric of a case on one side; NaN if it was not measured. */
  public static double of(List<BenchmarkCase> rows, String name, Side side, String metric) {
    return of(rows, name, side, metric(metric));
  }

  /** Of a figure of each row; NaN if the case was not measured. */
  public static double of(
      List<BenchmarkCase> rows, String name, Side side, ToDoubleFunction<BenchmarkCase> figure) {
    return Medians.of(values(rows, name, side, figure));
  }

  static List<Double> values(
      List<BenchmarkCase> rows, String name, Side side, ToDoubleFunction<BenchmarkCase> figure) {
    return rows.stream()
        .filter(row -> row.name().equals(name) && row.side() == side)
        .map(figure::applyAsDouble)
        .toList();
  }

  static ToDoubleFunction<BenchmarkCase> metric(String name) {
    return row -> row.metrics().getOrDefault(name, Double.NaN);
  }
}
