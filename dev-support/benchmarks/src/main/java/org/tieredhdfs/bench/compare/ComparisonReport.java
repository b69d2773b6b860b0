package org.tieredhdfs.bench.compare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.page.MetricUnit;
import org.tieredhdfs.report.text.TextTable;

/** A comparison as a table for people, and as a report of the common format. */
public final class ComparisonReport {
  private static final String NONE = "-";

  private final ReportComparison comparison;

  private record Row(String caseName, Side side) {}

  public ComparisonReport(ReportComparison comparison) {
    this.comparison = comparison;
  }

  /**
   * A row for each metric.
   *
   * @param onlyChanged leaves out what is the same, or cannot be told
   */
  public TextTable table(boolean onlyChanged) {
    TextTable table =
        new TextTable("CASE", "SIDE", "METRIC", "OLD", "NEW", "NEW/OLD", "95 % INTERVAL", "");
    for (Change change : comparison.changes()) {
      if (!onlyChanged || isChanged(change)) {
        MetricUnit unit = MetricUnit.of(change.metric());
        table.add(
            change.caseName(),
            change.side().label(),
            change.metric(),
            unit.write(change.oldMedian()),
            unit.write(change.newMedian()),
            change.ratio().map(ratio -> number(ratio.mean())).orElse(NONE),
            change
                .ratio()
                .filter(UnpairedRatio::hasBounds)
                .map(ratio -> number(ratio.lower95()) + " - " + number(ratio.upper95()))
                .orElse(NONE),
            change.verdict().text());
      }
    }
    return table;
  }

  private static boolean isChanged(Change change) {
    return switch (change.verdict()) {
      case BETTER, WORSE, CHANGED -> true;
      case SAME, UNKNOWN -> false;
    };
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  /** How many metrics came out how. */
  public String summary() {
    Map<Change.Verdict, Integer> counts = new LinkedHashMap<>();
    for (Change change : comparison.changes()) {
      counts.merge(change.verdict(), 1, Integer::sum);
    }
    return String.format(
        Locale.ROOT,
        "%,d figures: %,d better, %,d worse, %,d changed, %,d within their intervals, %,d with too"
            + " few repeats to tell",
        comparison.changes().size(),
        counts.getOrDefault(Change.Verdict.BETTER, 0),
        counts.getOrDefault(Change.Verdict.WORSE, 0),
        counts.getOrDefault(Change.Verdict.CHANGED, 0),
        counts.getOrDefault(Change.Verdict.SAME, 0),
        counts.getOrDefault(Change.Verdict.UNKNOWN, 0));
  }

  /** What is worse, a sentence each. */
  public List<String> worse() {
    return comparison.changes().stream()
        .filter(change -> change.verdict() == Change.Verdict.WORSE)
        .map(Change::words)
        .toList();
  }

  /**
   * Named {@code compare-} and the benchmark, with ratios and the ends of their intervals as
   * metrics.
   *
   * @param failOnWorse whether something worse makes it not ok
   */
  public Report report(boolean failOnWorse) {
    ReportBuilder report = new ReportBuilder("compare-" + comparison.benchmark());
    Map<Row, Map<String, Double>> rows = new LinkedHashMap<>();
    for (Change change : comparison.changes()) {
      change
          .ratio()
          .ifPresent(
              ratio ->
                  rows.computeIfAbsent(
                          new Row(change.caseName(), change.side()), row -> new LinkedHashMap<>())
                      .putAll(metrics(change.metric() + "Ratio", ratio)));
    }
    rows.forEach(
        (row, metrics) -> report.add(new BenchmarkCase(row.caseName(), row.side(), 1, metrics)));
    if (failOnWorse) {
      worse().forEach(report::failure);
    }
    return report.build();
  }

  private static Map<String, Double> metrics(String name, UnpairedRatio ratio) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put(name, ratio.mean());
    if (ratio.hasBounds()) {
      metrics.put(name + "Lower95", ratio.lower95());
      metrics.put(name + "Upper95", ratio.upper95());
    }
    return metrics;
  }
}
