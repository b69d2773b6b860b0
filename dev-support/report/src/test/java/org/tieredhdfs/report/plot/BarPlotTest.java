package org.tieredhdfs.report.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class BarPlotTest {
  private static BufferedImage image(BarPlot.Group... groups) throws IOException {
    BarPlot plot = new BarPlot("title", List.of("a", "b"), "mark", List.of(groups));
    return ImageIO.read(new ByteArrayInputStream(plot.png()));
  }

  private static BarPlot.Bar bar(double value) {
    return new BarPlot.Bar(value, value, value);
  }

  /** The longest column of a colour: the height of the highest bar. */
  private static int height(BufferedImage image, Color color) {
    int highest = 0;
    for (int x = 0; x < image.getWidth(); x++) {
      int pixels = 0;
      for (int y = 0; y < image.getHeight(); y++) {
        pixels += image.getRGB(x, y) == color.getRGB() ? 1 : 0;
      }
      highest = Math.max(highest, pixels);
    }
    return highest;
  }

  @Test
  void barsAreAsHighAsTheirValues() throws IOException {
    BufferedImage image =
        image(new BarPlot.Group("x", Map.of("a", bar(0.5), "b", bar(1.5)), OptionalDouble.empty()));

    assertThat((double) height(image, BarPlot.COLORS.get(1)) / height(image, BarPlot.COLORS.get(0)))
        .as("with the legend below both")
        .isBetween(2.5, 3.1);
    assertThat(height(image, BarPlot.MARK)).isZero();
  }

  @Test
  void aMarkIsDrawnWhereThereIsOneAndABarThatIsMissingLeavesItsPlaceEmpty() throws IOException {
    BufferedImage without =
        image(new BarPlot.Group("x", Map.of("b", bar(1)), OptionalDouble.empty()));
    BufferedImage image =
        image(new BarPlot.Group("x", Map.of("b", bar(1)), OptionalDouble.of(1.3)));

    // the legend has the colour, too
    assertThat(height(image, BarPlot.COLORS.get(0))).isLessThan(60);
    assertThat(height(image, BarPlot.COLORS.get(1))).isGreaterThan(200);
    assertThat(height(image, BarPlot.MARK)).isPositive();
    assertThat(height(without, BarPlot.MARK)).isZero();
  }

  @Test
  void nothingToDrawIsRefused() {
    assertThatThrownBy(() -> new BarPlot("title", List.of("a"), "mark", List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
