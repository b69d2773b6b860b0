package org.tieredhdfs.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.knowm.xchart.internal.chartpart.Chart;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Placement;
import org.tieredhdfs.report.Report;

/**
 * The charts of a report: all that it has the figures for.
 *
 * @param placement where the files lay
 * @param others the rest, in the order of the page
 */
record Pictures(Optional<Picture> placement, List<Picture> others) {

  static final Pictures NONE = new Pictures(Optional.empty(), List.of());

  /** What is beyond is in the table only. */
  private static final int MAX_METRIC_CHARTS = 24;

  static Pictures of(Report report, CaseMetrics figures) {
    List<Picture> drawn = new ArrayList<>();
    series(report.cases(), drawn);
    latencies(figures, drawn);
    metrics(figures, drawn);
    return new Pictures(placement(report.placement()), drawn);
  }

  private static Optional<Picture> placement(List<Placement> placement) {
    if (placement.stream().allMatch(p -> p.bytes() == 0)) {
      return Optional.empty();
    }
    PlacementChart chart = new PlacementChart(placement);
    String caption = "All replicas, at the end of the run.";
    String svg = ThemedSvg.of(chart.draw(), "placement");
    return Optional.of(
        new Picture("Bytes by file class and storage type", caption, true, svg, chart.legend()));
  }

  private static void series(List<BenchmarkCase> cases, List<Picture> drawn) {
    for (String metric : SeriesChart.metrics(cases)) {
      SeriesChart chart = new SeriesChart(metric, cases);
      String left =
          chart.linesLeftOut() == 0
              ? ""
              : String.format(
                  Locale.ROOT, "Without %d lines of later repeats or cases.", chart.linesLeftOut());
      String title = metric.equals("opsPerSec") ? "Throughput over time" : metric + " over time";
      drawn.add(new Picture(title, left, true, svg(chart.draw(), drawn), chart.legend()));
    }
  }

  private static void latencies(CaseMetrics figures, List<Picture> drawn) {
    String caption = figures.isTwoSided() ? "Medians of the repeats." : "";
    for (List<LatencyChart.Group> page : new LatencyChart(figures).pages()) {
      drawn.add(
          new Picture(
              "Latency percentiles",
              caption,
              true,
              svg(LatencyChart.draw(page), drawn),
              LatencyChart.legend(page)));
    }
  }

  private static void metrics(CaseMetrics figures, List<Picture> drawn) {
    int charts = 0;
    for (String metric : figures.metrics()) {
      boolean shownAbove = !figures.isTwoSided() && LatencyChart.isPercentile(metric);
      for (MetricChart chart : new MetricChart(metric, figures).parts()) {
        if (!shownAbove && chart.isWorthDrawing() && charts++ < MAX_METRIC_CHARTS) {
          drawn.add(
              new Picture(
                  metric,
                  caption(metric, chart),
                  chart.isWide(),
                  svg(chart.draw(), drawn),
                  chart.legend()));
        }
      }
    }
  }

  private static String caption(String metric, MetricChart chart) {
    String better =
        switch (MetricUnit.of(metric).better()) {
          case HIGHER -> "More is better.";
          case LOWER -> "Less is better.";
          case UNKNOWN -> "";
        };
    return chart.hasRepeats()
        ? (better + " Medians; whiskers as long as the way to the farthest repeat.").strip()
        : better;
  }

  private static String svg(Chart<?, ?> chart, List<Picture> before) {
    return ThemedSvg.of(chart, Integer.toString(before.size()));
  }
}
