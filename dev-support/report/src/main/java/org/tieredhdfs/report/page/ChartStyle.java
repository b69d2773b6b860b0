package org.tieredhdfs.report.page;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.List;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The look that all charts of a report have in common. */
final class ChartStyle {

  static final int WIDE = 1120;
  static final int HALF = 550;
  static final int HEIGHT = 300;

  private static final int AXIS_WIDTH = 90;
  private static final double LETTER_WIDTH = 6.8;
  private static final double HEADROOM = 1.06;
  private static final Color CLEAR = new Color(0, 0, 0, 0);
  private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
  private static final float LINE_WIDTH = 2f;

  private ChartStyle() {}

  static CategoryChart bars(int width, String yTitle) {
    CategoryChart chart =
        new CategoryChartBuilder().width(width).height(HEIGHT).yAxisTitle(yTitle).build();
    apply(chart.getStyler());
    chart.getStyler().setAvailableSpaceFill(0.6);
    chart.setCustomYAxisTickLabelsFormatter(MetricUnit::axisNumber);
    chart.getStyler().setPlotGridVerticalLinesVisible(false);
    return chart;
  }

  /** Makes room for the labels of the bars, aslant if they are too long for one line. */
  static void fitLabels(CategoryChart chart, List<String> labels) {
    int longest = labels.stream().mapToInt(String::length).max().orElse(0);
    double room = (double) (chart.getWidth() - AXIS_WIDTH) / Math.max(1, labels.size());
    if (longest * LETTER_WIDTH > room) {
      chart.getStyler().setXAxisLabelRotation(20);
    }
  }

  /** Lets the highest bar, or the whisker on it, end below the edge. */
  static void endAbove(CategoryChart chart, double highest) {
    chart.getStyler().setYAxisMin(0.0);
    if (highest > 0) {
      chart.getStyler().setYAxisMax(highest * HEADROOM);
    }
  }

  static XYChart lines(int width, String xTitle, String yTitle) {
    XYChart chart =
        new XYChartBuilder()
            .width(width)
            .height(HEIGHT)
            .xAxisTitle(xTitle)
            .yAxisTitle(yTitle)
            .build();
    apply(chart.getStyler());
    chart.setCustomYAxisTickLabelsFormatter(MetricUnit::axisNumber);
    return chart;
  }

  /** Adds a line without markers. */
  static void line(
      XYChart chart,
      String name,
      List<Double> x,
      List<Double> y,
      ThemeColor color,
      boolean dashed) {
    var series = chart.addSeries(name, x, y);
    series.setMarker(SeriesMarkers.NONE);
    series.setLineColor(color.drawn());
    series.setLineStyle(
        new BasicStroke(
            LINE_WIDTH,
            BasicStroke.CAP_BUTT,
            BasicStroke.JOIN_ROUND,
            1,
            dashed ? new float[] {6, 4} : null,
            0));
  }

  private static void apply(AxesChartStyler styler) {
    styler.setBaseFont(FONT);
    styler.setChartTitleVisible(false);
    styler.setChartBackgroundColor(CLEAR);
    styler.setPlotBackgroundColor(CLEAR);
    styler.setPlotBorderVisible(false);
    styler.setPlotBorderColor(CLEAR);
    // the page has its own legend, which wraps
    styler.setLegendVisible(false);
    styler.setChartFontColor(ThemeColor.TEXT.drawn());
    styler.setAxisTitleFont(FONT);
    styler.setAxisTickLabelsFont(FONT);
    styler.setXAxisTitleColor(ThemeColor.MUTED.drawn());
    styler.setYAxisTitleColor(ThemeColor.MUTED.drawn());
    styler.setAxisTickLabelsColor(ThemeColor.TEXT.drawn());
    styler.setAxisTickMarksColor(ThemeColor.GRID.drawn());
    styler.setPlotGridLinesColor(ThemeColor.GRID.drawn());
    styler.setPlotGridLinesStroke(new BasicStroke(1f));
    styler.setErrorBarsColor(ThemeColor.TEXT.drawn());
    styler.setAxisTicksLineVisible(false);
    styler.setAxisTicksMarksVisible(false);
    styler.setChartPadding(4);
    styler.setPlotMargin(0);
    styler.setMarkerSize(0);
    styler.setToolTipsEnabled(false);
  }
}
