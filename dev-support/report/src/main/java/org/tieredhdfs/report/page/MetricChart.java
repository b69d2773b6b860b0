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

  /** Bars that are smaller than the highest by more than that would not be seen beside it. */
  private static final double MAX_FACTOR = 50;

  private final String metric;
  private final CaseMetrics figures;
  private final Set<Side> sides;
  private final List<String> cases;
  private final boolean isOneSidedEach;

  private MetricChart(MetricChart whole, List<String> cases) {
    metric = whole.metric;
    figures = whole.figures;
    sides = whole.sides;
    isOneSidedEach = whole.isOneSidedEach;
    this.cases = cases;
  }

  MetricChart(String metric, CaseMetrics figures) {
    this.metric = metric;
    this.figures = figures;
    Set<Side> compared = figures.comparedSides(metric);
    Set<Side> wanted = compared.isEmpty() ? figures.sides() : compared;
    List<String> onAll = figures.casesWith(metric, wanted);
    this.isOneSidedEach = onAll.isEmpty() && figures.isTwoSided();
    this.cases = isOneSidedEach ? casesOnAny() : onAll;
    this.sides = isOneSidedEach ? Set.of(Side.OURS) : wanted;
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
    return Labels.shortened(caseName + ", " + measuredSide(caseName).label());
  }

  /** The first side that has the metric in a case. */
  private Side measuredSide(String caseName) {
    return figures.sides().stream()
        .filter(side -> figures.sample(caseName, metric, side) != null)
        .findFirst()
        .orElseThrow();
  }

  /** The same in several charts, largest values first, where one would hide the small ones. */
  List<MetricChart> parts() {
    List<MetricChart> parts = new ArrayList<>();
    List<String> rest = new ArrayList<>(cases);
    while (!rest.isEmpty()) {
      double highest = rest.stream().mapToDouble(this::highest).max().orElse(0);
      List<String> part =
          rest.stream()
              .filter(name -> sides.size() < 2 || highest(name) * MAX_FACTOR >= highest)
              .toList();
      parts.add(new MetricChart(this, part));
      rest.removeAll(part);
    }
    return parts;
  }

  private double highest(String caseName) {
    return sides.stream().mapToDouble(side -> sample(caseName, side).median()).max().orElse(0);
  }

  /** Whether there is something to compare: two sides, or several cases. */
  boolean isWorthDrawing() {
    return !cases.isEmpty()
        && !isEndOfInterval()
        && (sides.size() > 1 || cases.size() >= MIN_CASES_ALONE)
        && cases.stream()
            .anyMatch(name -> sides.stream().anyMatch(side -> sample(name, side).max() != 0));
  }

  /** What a confidence interval reaches to stands in the table; it is no measure of its own. */
  private boolean isEndOfInterval() {
    return metric.endsWith("Lower95") || metric.endsWith("Upper95");
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
    for (Side side : sides) {
      List<Double> medians =
          cases.stream().map(name -> sample(name, side).median() / scale.bytes()).toList();
      List<Double> spreads =
          cases.stream().map(name -> sample(name, side).spread() / scale.bytes()).toList();
      var series =
          whiskers
              ? chart.addSeries(side.label(), labels, medians, spreads)
              : chart.addSeries(side.label(), labels, medians);
      series.setFillColor(color(side).drawn());
    }
    return chart;
  }

  /** The same for a side in all charts of a page. */
  private ThemeColor color(Side side) {
    return isOneSidedEach
        ? ThemeColor.data(0)
        : ThemeColor.data(List.copyOf(figures.sides()).indexOf(side));
  }

  List<Picture.LegendItem> legend() {
    List<Picture.LegendItem> items = new ArrayList<>();
    if (sides.size() > 1) {
      for (Side side : sides) {
        items.add(new Picture.LegendItem(side.label(), color(side), false));
      }
    }
    return items;
  }

  private Sample sample(String caseName, Side side) {
    Side shown = isOneSidedEach ? measuredSide(caseName) : side;
    return Objects.requireNonNull(figures.sample(caseName, metric, shown));
  }
}
