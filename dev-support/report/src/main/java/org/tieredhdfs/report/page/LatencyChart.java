package org.tieredhdfs.report.page;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.knowm.xchart.CategoryChart;
import org.tieredhdfs.report.Side;

/** Bars of the latency percentiles of each operation of each case, on a logarithmic axis. */
final class LatencyChart {

  /** {@code readP99Us}, or {@code p99Us} where there is one operation only. */
  private static final Pattern PERCENTILE = Pattern.compile("(?:(.*)P|p)(\\d{2,3})(Ns|Us|Ms)");

  private static final Map<String, Double> IN_US = Map.of("Ns", 0.001, "Us", 1.0, "Ms", 1000.0);

  /** From cool to hot. */
  private static final List<ThemeColor> COLORS =
      List.of(ThemeColor.C1, ThemeColor.C2, ThemeColor.C4, ThemeColor.C6);

  /** Bars in more groups than this become too thin to read. */
  private static final int MAX_GROUPS = 8;

  /** The percentiles of one operation. */
  record Group(String label, Map<Integer, Double> percentilesUs) {}

  private final List<Group> groups = new ArrayList<>();

  LatencyChart(CaseMetrics figures) {
    for (String caseName : figures.caseNames()) {
      Map<String, Group> ofCase = new LinkedHashMap<>();
      for (String metric : figures.metrics(caseName)) {
        Matcher matcher = PERCENTILE.matcher(metric);
        if (matcher.matches()) {
          for (Side side : figures.sides()) {
            add(ofCase, figures, caseName, metric, matcher, side);
          }
        }
      }
      groups.addAll(ofCase.values());
    }
  }

  private static void add(
      Map<String, Group> ofCase,
      CaseMetrics figures,
      String caseName,
      String metric,
      Matcher matcher,
      Side side) {
    Sample sample = figures.sample(caseName, metric, side);
    if (sample == null || sample.median() <= 0) {
      // nothing to draw on a logarithmic axis
      return;
    }
    String operation = matcher.group(1) == null ? "" : " " + matcher.group(1);
    String sideName = figures.isTwoSided() ? ", " + side.label() : "";
    String label = Labels.shortened(caseName) + operation + sideName;
    ofCase
        .computeIfAbsent(operation + sideName, key -> new Group(label, new LinkedHashMap<>()))
        .percentilesUs()
        .put(
            Integer.parseInt(matcher.group(2)),
            sample.median() * IN_US.getOrDefault(matcher.group(3), 1.0));
  }

  static boolean isPercentile(String metric) {
    return PERCENTILE.matcher(metric).matches();
  }

  /** The groups of each chart, several if there are many operations. */
  List<List<Group>> pages() {
    List<List<Group>> pages = new ArrayList<>();
    for (int from = 0; from < groups.size(); from += MAX_GROUPS) {
      pages.add(groups.subList(from, Math.min(groups.size(), from + MAX_GROUPS)));
    }
    return pages;
  }

  static List<Picture.LegendItem> legend(List<Group> shown) {
    List<Picture.LegendItem> items = new ArrayList<>();
    for (int percentile : percentiles(shown)) {
      items.add(
          new Picture.LegendItem(
              "p" + percentile, COLORS.get(items.size() % COLORS.size()), false));
    }
    return items;
  }

  /**
   * Draws logarithms on a linear axis: a logarithmic axis of the library labels 10,000 as 1E4, and
   * puts labels of our own in the wrong places.
   */
  static CategoryChart draw(List<Group> shown) {
    CategoryChart chart = ChartStyle.bars(ChartStyle.WIDE, "µs, logarithmic");
    chart.getStyler().setAvailableSpaceFill(0.5);
    DoubleSummaryStatistics range =
        shown.stream()
            .flatMap(group -> group.percentilesUs().values().stream())
            .mapToDouble(Math::log10)
            .summaryStatistics();
    // bars begin at the decade below all of them
    double floor = Math.floor(range.getMin() - 0.05);
    ChartStyle.endAbove(chart, Math.ceil(range.getMax() - floor));
    List<String> labels = shown.stream().map(Group::label).toList();
    ChartStyle.fitLabels(chart, labels);
    List<Picture.LegendItem> legend = legend(shown);
    int series = 0;
    for (int percentile : percentiles(shown)) {
      List<Double> heights =
          shown.stream()
              .map(group -> group.percentilesUs().get(percentile))
              .map(us -> us == null ? 0 : Math.log10(us) - floor)
              .toList();
      chart
          .addSeries("p" + percentile, labels, heights)
          .setFillColor(legend.get(series++).themeColor().drawn());
    }
    chart.setCustomYAxisTickLabelsFormatter(height -> label(height, floor));
    return chart;
  }

  /** Whole decades are labelled, the lines between them are not. */
  private static String label(double height, double floor) {
    return Math.abs(height - Math.rint(height)) < 1e-6
        ? MetricUnit.axisNumber(Math.pow(10, Math.rint(height) + floor))
        : " ";
  }

  private static SortedSet<Integer> percentiles(List<Group> shown) {
    SortedSet<Integer> percentiles = new TreeSet<>();
    shown.forEach(group -> percentiles.addAll(group.percentilesUs().keySet()));
    return percentiles;
  }
}
