package org.tieredhdfs.bench.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.tieredhdfs.bench.Medians;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.page.MetricUnit;
import org.tieredhdfs.report.text.TextTable;

/** The repeats of a case, and their medians. */
public final class RowMedians {
  private RowMedians() {}

  /** Of a metric of a case on one side; NaN if it was not measured. */
  public static double of(List<BenchmarkCase> rows, String name, Side side, String metric) {
    return Medians.of(values(rows, name, side, metric));
  }

  /** Each repeat; empty if it was not measured. */
  public static List<Double> values(
      List<BenchmarkCase> rows, String name, Side side, String metric) {
    return values(rows, name, side, metric(metric));
  }

  static List<Double> values(
      List<BenchmarkCase> rows, String name, Side side, ToDoubleFunction<BenchmarkCase> figure) {
    return rows.stream()
        .filter(row -> row.name().equals(name) && row.side() == side)
        .map(figure::applyAsDouble)
        .filter(value -> !Double.isNaN(value))
        .toList();
  }

  static ToDoubleFunction<BenchmarkCase> metric(String name) {
    return row -> row.metrics().getOrDefault(name, Double.NaN);
  }

  /** A row for each case on each side, with the medians of some metrics. */
  static TextTable table(List<BenchmarkCase> rows, List<String> metrics) {
    List<String> head = new ArrayList<>(List.of("CASE", "SIDE", "REPEATS"));
    head.addAll(metrics);
    TextTable table = new TextTable(head.toArray(new String[0]));
    rows.stream()
        .map(row -> List.of(row.name(), row.side().label()))
        .distinct()
        .forEach(
            key -> {
              List<BenchmarkCase> repeats =
                  rows.stream()
                      .filter(row -> key.equals(List.of(row.name(), row.side().label())))
                      .toList();
              List<String> cells = new ArrayList<>(key);
              cells.add(Integer.toString(repeats.size()));
              for (String metric : metrics) {
                double median = of(repeats, key.get(0), repeats.get(0).side(), metric);
                cells.add(Double.isNaN(median) ? "-" : MetricUnit.of(metric).write(median));
              }
              table.add(cells.toArray(new String[0]));
            });
    return table;
  }
}
