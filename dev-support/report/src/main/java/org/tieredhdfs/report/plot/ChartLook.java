package org.tieredhdfs.report.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler;

/** The look that all plots have in common: on white paper, with title and legend. */
final class ChartLook {
  static final Color CLEAR = new Color(0, 0, 0, 0);

  static final int WIDTH = 1120;
  static final int HEIGHT = 440;

  private static final Color TEXT = new Color(0x1c2330);
  private static final Color MUTED = new Color(0x667085);
  private static final Color GRID = new Color(0xe4e7ec);
  private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
  private static final int PIXELS_A_UNIT = 2;

  private ChartLook() {}

  static void apply(AxesChartStyler styler) {
    styler.setBaseFont(FONT);
    styler.setChartFontColor(TEXT);
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setChartTitleFont(FONT.deriveFont(Font.BOLD, 15f));
    styler.setAxisTitleFont(FONT);
    styler.setXAxisTitleColor(MUTED);
    styler.setYAxisTitleColor(MUTED);
    styler.setAxisTickLabelsFont(FONT);
    styler.setAxisTickLabelsColor(TEXT);
    styler.setAxisTicksLineVisible(false);
    styler.setAxisTicksMarksVisible(false);
    styler.setPlotGridLinesColor(GRID);
    styler.setPlotGridLinesStroke(new BasicStroke(1f));
    styler.setPlotGridVerticalLinesVisible(false);
    styler.setPlotBorderVisible(false);
    styler.setPlotBorderColor(CLEAR);
    styler.setPlotMargin(0);
    styler.setErrorBarsColor(TEXT);
    styler.setLegendPosition(Styler.LegendPosition.OutsideS);
    styler.setLegendLayout(Styler.LegendLayout.Horizontal);
    styler.setLegendBorderColor(CLEAR);
    styler.setAnnotationTextFont(FONT);
    styler.setAnnotationTextFontColor(MUTED);
    styler.setAnnotationLineColor(MUTED);
    styler.setAnnotationLineStroke(new BasicStroke(1f));
    styler.setMarkerSize(10);
    styler.setYAxisMin(0.0);
  }

  static byte[] png(Chart<?, ?> chart) {
    int width = chart.getWidth();
    int height = chart.getHeight();
    BufferedImage image =
        new BufferedImage(
            width * PIXELS_A_UNIT, height * PIXELS_A_UNIT, BufferedImage.TYPE_INT_RGB);
    Graphics2D pen = image.createGraphics();
    pen.scale(PIXELS_A_UNIT, PIXELS_A_UNIT);
    chart.paint(pen, width, height);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "png", out);
    } catch (IOException e) {
      throw new UncheckedIOException("into memory", e);
    }
    return out.toByteArray();
  }
}
