package org.tieredhdfs.report.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

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
  /** Below the legend, which has the colours as well. */
  private static final int LEGEND_ROWS = 2 * 56;

  /** The edge of a letter may have any colour, here and there; a mark has more pixels. */
  private static final long STRAY = 60;

  private static BufferedImage image(BarPlot.Group... groups) throws IOException {
    BarPlot plot = new BarPlot("title", List.of("a", "b"), "mark", "note", List.of(groups));
    return ImageIO.read(new ByteArrayInputStream(plot.png()));
  }

  private static BarPlot.Bar bar(double value) {
    return new BarPlot.Bar(value, value, value);
  }

  private static long pixels(BufferedImage image, Color color) {
    long count = 0;
    for (int y = LEGEND_ROWS; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        if (image.getRGB(x, y) == color.getRGB()) {
          count++;
        }
      }
    }
    return count;
  }

  @Test
  void barsAreAsHighAsTheirValues() throws IOException {
    BufferedImage image =
        image(
            new BarPlot.Group(
                "x", "", Map.of("a", bar(0.5), "b", bar(1.5)), OptionalDouble.empty()));

    assertThat((double) pixels(image, Ink.data(1)) / pixels(image, Ink.data(0)))
        .isCloseTo(3, within(0.1));
    assertThat(pixels(image, Ink.data(2))).isLessThan(STRAY);
  }

  @Test
  void aMarkIsDrawnWhereThereIsOneAndABarThatIsMissingLeavesItsPlaceEmpty() throws IOException {
    BufferedImage image =
        image(new BarPlot.Group("x", "", Map.of("b", bar(1)), OptionalDouble.of(1.3)));

    assertThat(pixels(image, Ink.data(0))).isLessThan(STRAY);
    assertThat(pixels(image, Ink.data(1))).isGreaterThan(STRAY);
    assertThat(pixels(image, Ink.data(2))).isGreaterThan(STRAY);
  }

  @Test
  void longLabelsArePartedAtUnderscores() {
    assertThat(BarPlot.lines("1T_RAM_SSD_All_HDD")).containsExactly("1T_RAM_SSD_", "All_HDD");
    assertThat(BarPlot.lines("1T_HDD")).containsExactly("1T_HDD");
    assertThat(BarPlot.lines("withoutAnyUnderscore")).containsExactly("withoutAnyUnderscore");
  }

  @Test
  void anAxisEndsAtARoundNumberAboveAllValues() {
    assertThat(Scale.upTo(1.62)).isEqualTo(new Scale(1.75, 0.25));
    assertThat(Scale.upTo(1.62).text(0.25)).isEqualTo("0.25");
    assertThat(Scale.upTo(43_000).ticks()).endsWith(40_000.0, 50_000.0);
    assertThat(Scale.upTo(43_000).text(50_000)).isEqualTo("50,000");
  }

  @Test
  void nothingToDrawIsRefused() {
    assertThatThrownBy(() -> new BarPlot("title", List.of("a"), "mark", "note", List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Scale.upTo(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
