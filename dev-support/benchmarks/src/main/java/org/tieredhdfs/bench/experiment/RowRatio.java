package org.tieredhdfs.bench.experiment;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.tieredhdfs.bench.Medians;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

/**
 * A figure of a case by that of another.
 *
 * @param median of the medians of their repeats
 * @param least with the least repeat of the one and the greatest of the other
 * @param most the other way round
 */
public record RowRatio(double median, double least, double most) {

  /** Of the repeats of two cases; empty if one of them was not measured. */
  public static Optional<RowRatio> of(List<Double> of, List<Double> to) {
    List<Double> above = of.stream().filter(Double::isFinite).sorted().toList();
    List<Double> below = to.stream().filter(Double::isFinite).sorted().toList();
    if (above.isEmpty() || below.isEmpty() || !(below.get(0) > 0)) {
      return Optional.empty();
    }
    return Optional.of(
        new RowRatio(
            Medians.of(above) / Medians.of(below),
            above.get(0) / below.get(below.size() - 1),
            above.get(above.size() - 1) / below.get(0)));
  }

  /** The same of a metric. */
  public static Optional<RowRatio> of(
      List<BenchmarkCase> rows, String of, String to, Side side, String metric) {
    return of(rows, of, to, side, RowMedians.metric(metric));
  }

  /** The same of a figure of each row. */
  public static Optional<RowRatio> of(
      List<BenchmarkCase> rows,
      String of,
      String to,
      Side side,
      ToDoubleFunction<BenchmarkCase> figure) {
    return of(RowMedians.values(rows, of, side, figure), RowMedians.values(rows, to, side, figure));
  }

  /** What a row of a report has of a ratio; empty if it has none. */
  public static Optional<RowRatio> in(BenchmarkCase row, String name) {
    Double median = row.metrics().get(name);
    return median == null
        ? Optional.empty()
        : Optional.of(
            new RowRatio(
                median,
                row.metrics().getOrDefault(least(name), median),
                row.metrics().getOrDefault(most(name), median)));
  }

  /** Puts it among a row's metrics, with its range if there were repeats. */
  public void putInto(Map<String, Double> metrics, String name) {
    metrics.put(name, median);
    if (least < most) {
      metrics.put(least(name), least);
      metrics.put(most(name), most);
    }
  }

  private static String least(String name) {
    return prefixed("least", name);
  }

  private static String most(String name) {
    return prefixed("most", name);
  }

  /** The name of a metric that belongs to another. */
  public static String prefixed(String prefix, String name) {
    return prefix + Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  /** The median with two decimals, and its range, if there is one. */
  public String text() {
    String text = String.format(Locale.ROOT, "%.2f", median);
    return least < most ? text + String.format(Locale.ROOT, " (%.2f–%.2f)", least, most) : text;
  }
}
