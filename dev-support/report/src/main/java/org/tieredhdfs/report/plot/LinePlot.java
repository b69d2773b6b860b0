package org.tieredhdfs.report.plot;

import java.awt.Color;
import java.util.List;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Lines over a common axis, from 0 in both directions, on bands with names.
 *
 * @param title above the plot
 * @param xName what the horizontal axis is
 * @param yName what the vertical axis is
 * @param bands from left to right, each up to where the next begins
 * @param lines in the order of their colours
 */
public record LinePlot(
    String title, String xName, String yName, List<Band> bands, List<Line> lines) {
  static final List<Color> COLORS = List.of(new Color(0x3a6fd8), new Color(0xe08a2e));
  static final Color BAND = new Color(0xf4f5f7);

  /** A part of the horizontal axis, up to {@code to}. */
  public record Band(String name, double to) {}

  /** A point. */
  public record Point(double x, double y) {}

  /** A line through its points, from left to right. */
  public record Line(String name, List<Point> points) {
    public Line {
      points = List.copyOf(points);
    }
  }

  public LinePlot {
    bands = List.copyOf(bands);
    lines = List.copyOf(lines);
  }

  /** The picture as a PNG. */
  public byte[] png() {
    XYChart chart =
        new XYChartBuilder()
            .width(ChartLook.WIDTH)
            .height(ChartLook.HEIGHT)
            .title(title)
            .xAxisTitle(xName)
            .yAxisTitle(yName)
            .build();
    ChartLook.apply(chart.getStyler());
    double top =
        lines.stream()
            .flatMap(line -> line.points().stream())
            .mapToDouble(Point::y)
            .max()
            .orElse(0);
    if (!(top > 0)) {
      throw new IllegalArgumentException("a plot without a point above 0: " + title);
    }
    chart.getStyler().setYAxisMax(top * 1.05);
    chart.getStyler().setXAxisMin(0.0);
    drawBands(chart, top * 1.05);
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      XYSeries drawn =
          chart.addSeries(
              line.name(),
              line.points().stream().map(Point::x).toList(),
              line.points().stream().map(Point::y).toList());
      drawn.setMarker(SeriesMarkers.NONE);
      drawn.setLineColor(COLORS.get(i % COLORS.size()));
    }
    return ChartLook.png(chart);
  }

  /**
   * Every other one is grey; names are in two rows, since a narrow band has no room for its own,
   * and at the top, where lines that rise are far from most of them.
   */
  private void drawBands(XYChart chart, double top) {
    double from = 0;
    for (int i = 0; i < bands.size(); i++) {
      Band band = bands.get(i);
      if (i % 2 == 0) {
        XYSeries drawn = chart.addSeries(band.name(), List.of(from, band.to()), List.of(top, top));
        drawn.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Area);
        drawn.setFillColor(BAND);
        drawn.setLineColor(ChartLook.CLEAR);
        drawn.setMarker(SeriesMarkers.NONE);
        drawn.setShowInLegend(false);
      }
      double row = i % 2 == 0 ? 0.97 : 0.92;
      chart.addAnnotation(
          new AnnotationText(band.name(), (from + band.to()) / 2, top * row, false));
      from = band.to();
    }
  }
}
