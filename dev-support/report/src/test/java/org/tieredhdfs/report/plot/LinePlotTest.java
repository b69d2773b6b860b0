package org.tieredhdfs.report.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class LinePlotTest {
  /** Below the legend, which has the colours as well. */
  private static final int LEGEND_ROWS = 2 * 56;

  private static BufferedImage image(LinePlot.Line... lines) throws IOException {
    LinePlot plot = new LinePlot("title", "x", "y", List.of(), List.of(lines));
    return ImageIO.read(new ByteArrayInputStream(plot.png()));
  }

  /** The row of the highest pixel of a colour, from the top. */
  private static int top(BufferedImage image, Color color) {
    for (int y = LEGEND_ROWS; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        if (image.getRGB(x, y) == color.getRGB()) {
          return y;
        }
      }
    }
    throw new AssertionError("nothing in " + color);
  }

  private static LinePlot.Line line(double from, double to, String name) {
    return new LinePlot.Line(
        name, List.of(new LinePlot.Point(0, from), new LinePlot.Point(10, to)));
  }

  @Test
  void linesHaveColoursOfTheirOwnAndGoAsHighAsTheirValues() throws IOException {
    BufferedImage image = image(line(1, 9, "one"), line(1, 5, "other"));
    assertThat(top(image, Ink.data(1))).isLessThan(top(image, Ink.data(2)));
  }

  @Test
  void everyOtherBandIsGreyUpToWhereTheNextBegins() throws IOException {
    LinePlot plot =
        new LinePlot(
            "title",
            "x",
            "y",
            List.of(new LinePlot.Band("one", 2), new LinePlot.Band("two", 9)),
            List.of(line(1, 9, "line")));
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(plot.png()));
    int row = image.getHeight() / 2;
    int first = -1;
    int last = -1;
    for (int x = 0; x < image.getWidth(); x++) {
      if (image.getRGB(x, row) == Ink.BAND.getRGB()) {
        first = first < 0 ? x : first;
        last = x;
      }
    }
    // two tenths of the axis
    assertThat((last - first) / (double) image.getWidth()).isBetween(0.15, 0.2);
  }

  @Test
  void linesWithoutAPointAboveZeroAreRefused() {
    LinePlot plot = new LinePlot("title", "x", "y", List.of(), List.of(line(0, 0, "one")));
    assertThatThrownBy(plot::png).isInstanceOf(IllegalArgumentException.class);
  }
}
