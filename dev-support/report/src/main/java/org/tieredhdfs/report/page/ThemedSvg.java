package org.tieredhdfs.report.page;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * A chart as an SVG element for a page: scalable, in the page's colours.
 *
 * <p>Text in it is drawn as outlines, so that it looks the same with any fonts, and no name that a
 * report holds gets into the page by this way.
 */
final class ThemedSvg {

  private static final Pattern PROLOG = Pattern.compile("(?s)^.*?(?=<svg )");
  private static final Pattern FIXED_SIZE = Pattern.compile(" (?:height|width|x|y)=\"[\\d.]+px\"");
  private static final Pattern CLIP = Pattern.compile("\\bclip(\\d+)\\b");
  private static final Pattern LONG_NUMBER = Pattern.compile("-?\\d+\\.\\d{2,}(?:E-?\\d+)?");
  private static final Pattern SPACE = Pattern.compile("\\n\\s*");

  private ThemedSvg() {}

  /**
   * @param chart the chart
   * @param id letters and digits that no other chart of the page has
   */
  static String of(Chart<?, ?> chart, String id) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      VectorGraphicsEncoder.saveVectorGraphic(chart, out, VectorGraphicsFormat.SVG);
    } catch (IOException e) {
      throw new UncheckedIOException("into memory", e);
    }
    String svg = PROLOG.matcher(out.toString(StandardCharsets.UTF_8)).replaceFirst("");
    int head = svg.indexOf('>');
    svg = FIXED_SIZE.matcher(svg.substring(0, head)).replaceAll("") + svg.substring(head);
    // ids are unique within a drawing, but the page has several
    svg = CLIP.matcher(svg).replaceAll("clip" + id + "-$1");
    svg = LONG_NUMBER.matcher(svg).replaceAll(number -> rounded(number.group()));
    svg = SPACE.matcher(svg).replaceAll("\n");
    return ThemeColor.toVariables(svg).trim();
  }

  private static String rounded(String number) {
    return new BigDecimal(number)
        .setScale(1, RoundingMode.HALF_EVEN)
        .stripTrailingZeros()
        .toPlainString();
  }
}
