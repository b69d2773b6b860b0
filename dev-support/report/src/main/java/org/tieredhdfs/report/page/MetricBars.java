package org.tieredhdfs.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tieredhdfs.report.Side;

/** Bars of one metric by case, those of all sides of a case below each other. */
final class MetricBars {

  /** Fewer cases of one side each are compared as well in the table. */
  private static final int MIN_CASES_ALONE = 3;

  /** Bars that are smaller than the highest by more than that would not be seen beside it. */
  private static final double MAX_FACTOR = 50;

  private record Bar(String caseName, Side side, Sample sample) {}

  private MetricBars() {}

  /**
   * None if there is nothing to compare; several, those of the largest values first, where the
   * large values would hide the small ones.
   */
  static List<BarChart> of(String metric, CaseMetrics figures) {
    List<Bar> rest = bars(metric, figures);
    long cases = rest.stream().map(Bar::caseName).distinct().count();
    boolean isCompared = rest.size() > cases;
    // what a confidence interval reaches to stands in the table; it is no measure of its own
    boolean isEnd = metric.endsWith("Lower95") || metric.endsWith("Upper95");
    List<BarChart> charts = new ArrayList<>();
    while (!isEnd && (isCompared || cases >= MIN_CASES_ALONE) && highest(rest) > 0) {
      List<Bar> all = List.copyOf(rest);
      double least = isCompared ? highest(all) / MAX_FACTOR : Double.NEGATIVE_INFINITY;
      List<Bar> part =
          all.stream()
              .filter(
                  bar ->
                      highest(
                              all.stream()
                                  .filter(other -> other.caseName().equals(bar.caseName()))
                                  .toList())
                          >= least)
              .toList();
      charts.add(chart(metric, figures, part));
      rest.removeAll(part);
    }
    return charts;
  }

  private static List<Bar> bars(String metric, CaseMetrics figures) {
    List<Bar> bars = new ArrayList<>();
    for (String caseName : figures.caseNames()) {
      for (Side side : figures.sides()) {
        Sample sample = figures.sample(caseName, metric, side);
        if (sample != null) {
          bars.add(new Bar(caseName, side, sample));
        }
      }
    }
    return bars;
  }

  private static double highest(List<Bar> bars) {
    return bars.stream().mapToDouble(bar -> bar.sample().max()).max().orElse(0);
  }

  private static BarChart chart(String metric, CaseMetrics figures, List<Bar> bars) {
    List<BarChart.Row> rows = new ArrayList<>();
    String caseBefore = "";
    for (Bar bar : bars) {
      Sample sample = bar.sample();
      double widest = highest(bars);
      rows.add(
          new BarChart.Row(
              bar.caseName().equals(caseBefore) ? "" : bar.caseName(),
              List.of(
                  new BarChart.Part(
                      color(bar.side(), figures), BarChart.percent(sample.median(), widest))),
              sample.repeats() < 2
                  ? Optional.empty()
                  : Optional.of(
                      new BarChart.Whisker(
                          BarChart.percent(sample.min(), widest),
                          BarChart.percent(sample.max() - sample.min(), widest))),
              MetricUnit.of(metric).write(sample.median())));
      caseBefore = bar.caseName();
    }
    List<Side> sides = bars.stream().map(Bar::side).distinct().toList();
    return new BarChart(
        metric,
        caption(metric, bars.stream().anyMatch(bar -> bar.sample().repeats() > 1)),
        rows,
        sides.size() < 2
            ? List.of()
            : sides.stream()
                .map(side -> new BarChart.LegendItem(side.label(), color(side, figures), false))
                .toList());
  }

  /** The same for a side in all charts of a page. */
  private static String color(Side side, CaseMetrics figures) {
    return BarChart.color(List.copyOf(figures.sides()).indexOf(side));
  }

  private static String caption(String metric, boolean hasRepeats) {
    String better =
        switch (MetricUnit.of(metric).better()) {
          case HIGHER -> "More is better.";
          case LOWER -> "Less is better.";
          case UNKNOWN -> "";
        };
    return hasRepeats
        ? (better + " Medians; whiskers from the least to the greatest repeat.").strip()
        : better;
  }
}
