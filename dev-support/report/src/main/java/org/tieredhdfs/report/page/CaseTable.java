package org.tieredhdfs.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.report.Side;

/**
 * The table of all cases and metrics.
 *
 * @param sides the columns
 * @param twoSided whether there is a column that compares them
 * @param groups the cases
 */
record CaseTable(List<String> sides, boolean twoSided, List<Group> groups) {

  /** A case. */
  record Group(String name, int size, List<Row> rows) {}

  /** A metric; the first of a case shows the case's name. */
  record Row(boolean first, String metric, List<Cell> cells, String ratio, String verdict) {}

  /** The repeats on one side. */
  record Cell(String value, String spread) {}

  static CaseTable of(CaseMetrics figures) {
    List<Group> groups = new ArrayList<>();
    for (String caseName : figures.caseNames()) {
      List<Row> rows = new ArrayList<>();
      for (String metric : figures.metrics(caseName)) {
        rows.add(row(figures, caseName, metric, rows.isEmpty()));
      }
      groups.add(new Group(caseName, rows.size(), rows));
    }
    return new CaseTable(
        figures.sides().stream().map(Side::label).toList(), figures.isTwoSided(), groups);
  }

  private static Row row(CaseMetrics figures, String caseName, String metric, boolean first) {
    List<Cell> cells =
        figures.sides().stream()
            .map(side -> cell(metric, figures.sample(caseName, metric, side)))
            .toList();
    Sample ours = figures.sample(caseName, metric, Side.OURS);
    Sample stock = figures.sample(caseName, metric, Side.STOCK);
    if (ours == null || stock == null || stock.median() == 0) {
      return new Row(first, metric, cells, "", "");
    }
    String ratio = String.format(Locale.ROOT, "%.2f", ours.median() / stock.median());
    return new Row(first, metric, cells, ratio, verdict(metric, ours, stock));
  }

  /** Says better or worse only where all repeats of both sides agree. */
  private static String verdict(String metric, Sample ours, Sample stock) {
    boolean above = ours.isClearlyAbove(stock);
    boolean below = stock.isClearlyAbove(ours);
    return switch (MetricUnit.of(metric).better()) {
      case HIGHER -> above ? "better" : below ? "worse" : "";
      case LOWER -> below ? "better" : above ? "worse" : "";
      case UNKNOWN -> "";
    };
  }

  private static Cell cell(String metric, @Nullable Sample sample) {
    if (sample == null) {
      return new Cell("–", "");
    }
    MetricUnit unit = MetricUnit.of(metric);
    String spread =
        sample.repeats() == 1
            ? ""
            : String.format(
                Locale.ROOT,
                "%s – %s, %d repeats",
                unit.write(sample.min()),
                unit.write(sample.max()),
                sample.repeats());
    return new Cell(unit.write(sample.median()), spread);
  }
}
