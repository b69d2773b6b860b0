package org.tieredhdfs.report.page;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.knowm.xchart.XYChart;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Series;
import org.tieredhdfs.report.Side;

/**
 * Lines of one metric over the time of the cases: a colour for each case, dashed for stock if there
 * are two sides. If there are too many lines, only the first repeat of the first cases is drawn.
 */
final class SeriesChart {

  /** Lines of more cases than there are colours, or of many repeats, are not told apart. */
  private static final int MAX_CASES = ThemeColor.dataColors();

  private static final int MAX_LINES = 2 * MAX_CASES;

  private record Line(BenchmarkCase of, Series series, ThemeColor color, boolean dashed) {}

  private final String metric;
  private final List<Line> lines = new ArrayList<>();
  private final int all;

  SeriesChart(String metric, List<BenchmarkCase> cases) {
    this.metric = metric;
    List<String> names = new ArrayList<>();
    boolean twoSided = cases.stream().map(BenchmarkCase::side).distinct().count() > 1;
    for (BenchmarkCase measured : cases) {
      for (Series series : measured.series()) {
        if (series.metric().equals(metric) && !series.values().isEmpty()) {
          if (!names.contains(measured.name())) {
            names.add(measured.name());
          }
          lines.add(
              new Line(
                  measured,
                  series,
                  ThemeColor.data(names.indexOf(measured.name())),
                  twoSided && measured.side() == Side.STOCK));
        }
      }
    }
    all = lines.size();
    lines.removeIf(line -> names.indexOf(line.of().name()) >= MAX_CASES);
    if (lines.size() > MAX_LINES) {
      lines.removeIf(line -> line.of().repeat() > 1);
    }
  }

  /** The metrics for which there are lines to draw. */
  static Set<String> metrics(List<BenchmarkCase> cases) {
    Set<String> metrics = new LinkedHashSet<>();
    for (BenchmarkCase measured : cases) {
      measured.series().stream()
          .filter(series -> !series.values().isEmpty())
          .forEach(series -> metrics.add(series.metric()));
    }
    return metrics;
  }

  /** How many lines there was no room for. */
  int linesLeftOut() {
    return all - lines.size();
  }

  List<Picture.LegendItem> legend() {
    boolean twoSided = lines.stream().map(line -> line.of().side()).distinct().count() > 1;
    return lines.stream()
        .map(
            line ->
                new Picture.LegendItem(
                    Labels.shortened(line.of().name())
                        + (twoSided ? ", " + line.of().side().label() : ""),
                    line.color(),
                    line.dashed()))
        .distinct()
        .toList();
  }

  XYChart draw() {
    XYChart chart = ChartStyle.lines(ChartStyle.WIDE, "seconds", MetricUnit.of(metric).unit());
    chart.getStyler().setYAxisMin(0.0);
    chart.getStyler().setXAxisMin(0.0);
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      ChartStyle.line(
          chart,
          "line " + i,
          line.series().elapsedMs().stream().map(ms -> ms / 1000.0).toList(),
          line.series().values(),
          line.color(),
          line.dashed());
    }
    return chart;
  }
}
