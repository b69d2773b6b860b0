package org.tieredhdfs.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.knowm.xchart.CategoryChart;
import org.tieredhdfs.report.Side;

/**
 * Bars of one metric by case, those of both sides beside each other; or, where no case was measured
 * on both, one bar for each with its side in its label.
 */
final class MetricChart {

  /** From this number of bars on a chart takes the whole width. */
  private static final int MANY_BARS = 9;

  /** Fewer cases of one side are compared as well in the table. */
  private static final int MIN_CASES_ALONE = 3;

  private final String metric;
  private final CaseMetrics figures;
  private final Set<Side> sides;
  private final List<String> cases;
  private final boolean isOneSidedEach;

  MetricChart(String metric, CaseMetrics figures) {
    this.metric = metric;
    this.figures = figures;
    List<String> onAll = figures.casesWith(metric, figures.sides());
    this.isOneSidedEach = onAll.isEmpty() && figures.isTwoSided();
    this.cases = isOneSidedEach ? casesOnAny() : onAll;
    this.sides = isOneSidedEach ? Set.of(Side.OURS) : figures.sides();
  }

  private List<String> casesOnAny() {
    return figures.caseNames().stream()
        .filter(name -> figures.metrics(name).contains(metric))
        .toList();
  }

  private String label(String caseName) {
    if (!isOneSidedEach) {
      return Labels.shortened(caseName);
    }
    Side side = figures.sample(caseName, metric, Side.OURS) == null ? Side.STOCK : Side.OURS;
    return Labels.shortened(caseName + ", " + side.label());
  }

  /** Whether there is something to compare: two sides, or several cases. */
  boolean isWorthDrawing() {
    return !cases.isEmpty()
        && (sides.size() > 1 || cases.size() >= MIN_CASES_ALONE)
        && cases.stream()
            .anyMatch(name -> sides.stream().anyMatch(side -> sample(name, side).max() != 0));
  }

  boolean isWide() {
    return cases.size() * sides.size() >= MANY_BARS;
  }

  boolean hasRepeats() {
    return cases.stream()
        .anyMatch(name -> sides.stream().anyMatch(side -> sample(name, side).repeats() > 1));
  }

  CategoryChart draw() {
    MetricUnit unit = MetricUnit.of(metric);
    double highest =
        cases.stream()
            .flatMap(name -> sides.stream().map(side -> sample(name, side).max()))
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(0);
    double widest =
        cases.stream()
            .flatMap(name -> sides.stream().map(side -> sample(name, side)))
            .mapToDouble(sample -> sample.median() + sample.spread() - sample.max())
            .max()
            .orElse(0);
    boolean inBytes = unit.unit().startsWith("B");
    MetricUnit.BinaryUnit scale =
        inBytes ? MetricUnit.binaryFor(highest) : new MetricUnit.BinaryUnit(unit.unit(), 1);
    String title = inBytes ? scale.name() + unit.unit().substring(1) : unit.unit();
    CategoryChart chart = ChartStyle.bars(isWide() ? ChartStyle.WIDE : ChartStyle.HALF, title);
    List<String> labels = cases.stream().map(this::label).toList();
    ChartStyle.fitLabels(chart, labels);
    ChartStyle.endAbove(chart, (highest + widest) / scale.bytes());
    boolean whiskers = hasRepeats();
    int color = 0;
    for (Side side : sides) {
      List<Double> medians =
          cases.stream().map(name -> sample(name, side).median() / scale.bytes()).toList();
      List<Double> spreads =
          cases.stream().map(name -> sample(name, side).spread() / scale.bytes()).toList();
      var series =
          whiskers
              ? chart.addSeries(side.label(), labels, medians, spreads)
              : chart.addSeries(side.label(), labels, medians);
      series.setFillColor(ThemeColor.data(color++).drawn());
    }
    return chart;
  }

  List<Picture.LegendItem> legend() {
    List<Picture.LegendItem> items = new ArrayList<>();
    if (sides.size() > 1) {
      for (Side side : sides) {
        items.add(new Picture.LegendItem(side.label(), ThemeColor.data(items.size()), false));
      }
    }
    return items;
  }

  private Sample sample(String caseName, Side side) {
    Sample sample = figures.sample(caseName, metric, side);
    return Objects.requireNonNull(
        sample == null && isOneSidedEach ? figures.sample(caseName, metric, Side.STOCK) : sample);
  }
}
