package org.tieredhdfs.report.page;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Series;
import org.tieredhdfs.report.Side;

/**
 * Lines of one metric over the time of the cases: a colour for each case, dashed for stock if there
 * are two sides.
 *
 * @param title above it
 * @param caption how far the axes reach, and how many lines there was no room for
 * @param lines on a drawing of {@link #WIDTH} by {@link #HEIGHT}
 * @param legend what the lines are
 */
record SeriesChart(
    String title, String caption, List<Line> lines, List<BarChart.LegendItem> legend) {
  static final int WIDTH = 1000;
  static final int HEIGHT = 200;

  /** Lines of more cases than there are colours, or of many repeats, are not told apart. */
  private static final int MAX_LINES = 2 * BarChart.COLORS;

  /** As SVG writes it. */
  record Line(String points, String color, boolean dashed) {}

  private record Measured(BenchmarkCase of, Series series) {}

  /** The metrics for which there are lines to draw, in their order. */
  static List<String> metrics(List<BenchmarkCase> cases) {
    return measured(cases).stream().map(one -> one.series().metric()).distinct().toList();
  }

  private static List<Measured> measured(List<BenchmarkCase> cases) {
    return cases.stream()
        .flatMap(of -> of.series().stream().map(series -> new Measured(of, series)))
        .filter(one -> !one.series().values().isEmpty())
        .toList();
  }

  /** If there are too many lines, only the first repeat of the first cases is drawn. */
  static SeriesChart of(String metric, List<BenchmarkCase> cases) {
    List<Measured> all =
        measured(cases).stream().filter(one -> one.series().metric().equals(metric)).toList();
    List<String> names = all.stream().map(one -> one.of().name()).distinct().toList();
    boolean twoSided = all.stream().map(one -> one.of().side()).distinct().count() > 1;
    List<Measured> drawn =
        all.stream()
            .filter(one -> names.indexOf(one.of().name()) < BarChart.COLORS)
            .filter(one -> all.size() <= MAX_LINES || one.of().repeat() == 1)
            .toList();
    double most = highest(drawn);
    long endMs =
        drawn.stream()
            .flatMap(one -> one.series().elapsedMs().stream())
            .max(Long::compare)
            .orElse(0L);
    String caption =
        String.format(
            Locale.ROOT,
            "Up to %s, in %s s.%s",
            MetricUnit.of(metric).write(most),
            MetricUnit.number(endMs / 1000.0),
            drawn.size() == all.size()
                ? ""
                : String.format(
                    " Without %d lines of later repeats or cases.", all.size() - drawn.size()));
    return new SeriesChart(
        metric.equals("opsPerSec") ? "Throughput over time" : metric + " over time",
        caption,
        drawn.stream()
            .map(
                one ->
                    new Line(
                        points(one.series(), endMs, most),
                        BarChart.color(names.indexOf(one.of().name())),
                        twoSided && one.of().side() == Side.STOCK))
            .toList(),
        drawn.stream()
            .map(
                one ->
                    new BarChart.LegendItem(
                        one.of().name() + (twoSided ? ", " + one.of().side().label() : ""),
                        BarChart.color(names.indexOf(one.of().name())),
                        twoSided && one.of().side() == Side.STOCK))
            .distinct()
            .toList());
  }

  private static double highest(List<Measured> drawn) {
    return drawn.stream()
        .flatMap(one -> one.series().values().stream())
        .max(Double::compare)
        .orElse(0.0);
  }

  private static String points(Series series, long endMs, double most) {
    return IntStream.range(0, series.values().size())
        .mapToObj(
            i ->
                String.format(
                    Locale.ROOT,
                    "%.1f,%.1f",
                    WIDTH * series.elapsedMs().get(i) / (double) Math.max(1, endMs),
                    most > 0 ? HEIGHT * (1 - series.values().get(i) / most) : HEIGHT))
        .collect(Collectors.joining(" "));
  }
}
