package org.tieredhdfs.report.plot;

import java.awt.Color;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.AnnotationLine;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.style.CategoryStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Groups of bars, a colour for each series, with whiskers where there are repeats, and a mark in
 * each group for a value from elsewhere. A line across the plot is at 1, since the values are
 * ratios.
 *
 * @param title above the plot
 * @param series the names of the bars of a group, in their order
 * @param markName what the marks are
 * @param groups from left to right
 */
public record BarPlot(String title, List<String> series, String markName, List<Group> groups) {
  static final List<Color> COLORS = List.of(new Color(0x8b93a3), new Color(0x3a6fd8));
  static final Color MARK = new Color(0xe08a2e);

  /**
   * A bar.
   *
   * @param value its height
   * @param least of its repeats
   * @param most the same as {@code least} if there are none
   */
  public record Bar(double value, double least, double most) {
    private double spread() {
      return Math.max(most - value, value - least);
    }
  }

  /**
   * Bars side by side.
   *
   * @param label below them
   * @param bars by series; one that is missing leaves its place empty
   * @param mark beside them, if there is one
   */
  public record Group(String label, Map<String, Bar> bars, OptionalDouble mark) {
    public Group {
      bars = Map.copyOf(bars);
    }

    private @Nullable Bar bar(String series) {
      return bars.get(series);
    }
  }

  public BarPlot {
    series = List.copyOf(series);
    groups = List.copyOf(groups);
    if (groups.isEmpty()) {
      throw new IllegalArgumentException("a plot without a bar: " + title);
    }
  }

  /** The picture as a PNG. */
  public byte[] png() {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(ChartLook.WIDTH)
            .height(ChartLook.HEIGHT)
            .title(title)
            .yAxisTitle("whiskers as long as the way to the farthest repeat")
            .build();
    CategoryStyler styler = chart.getStyler();
    ChartLook.apply(styler);
    styler.setAvailableSpaceFill(0.9);
    styler.setXAxisLabelRotation(20);
    styler.setYAxisDecimalPattern("0.##");
    styler.setLabelsVisible(true);
    styler.setLabelsPosition(0.5);
    styler.setLabelsFont(styler.getLabelsFont().deriveFont(10f));
    styler.setYAxisMax(highest() * 1.05);
    List<String> labels = groups.stream().map(Group::label).toList();
    for (String name : series) {
      List<Double> values = groups.stream().map(group -> height(group.bar(name))).toList();
      List<Double> spreads = groups.stream().map(group -> spread(group.bar(name))).toList();
      chart
          .addSeries(name, labels, values, spreads)
          .setFillColor(COLORS.get(series.indexOf(name) % COLORS.size()));
    }
    List<Double> marks = groups.stream().map(group -> group.mark().orElse(Double.NaN)).toList();
    if (marks.stream().anyMatch(Double::isFinite)) {
      CategorySeries drawn = chart.addSeries(markName, labels, marks);
      drawn.setChartCategorySeriesRenderStyle(CategorySeries.CategorySeriesRenderStyle.Scatter);
      drawn.setMarker(SeriesMarkers.DIAMOND);
      drawn.setMarkerColor(MARK);
    }
    chart.addAnnotation(new AnnotationLine(1, false, false));
    return ChartLook.png(chart);
  }

  private static double height(@Nullable Bar bar) {
    return bar == null ? Double.NaN : bar.value();
  }

  private static double spread(@Nullable Bar bar) {
    return bar == null ? 0 : bar.spread();
  }

  private double highest() {
    double bars =
        groups.stream()
            .flatMap(group -> group.bars().values().stream())
            .mapToDouble(bar -> bar.value() + bar.spread())
            .max()
            .orElse(0);
    double marks = groups.stream().mapToDouble(group -> group.mark().orElse(0)).max().orElse(0);
    return Math.max(1, Math.max(bars, marks));
  }
}
