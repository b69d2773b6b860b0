package org.tieredhdfs.report.page;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Bars below each other, which the style of the page draws.
 *
 * @param title above them
 * @param caption below them; may be empty
 * @param rows one for each bar
 * @param legend what its colours stand for; may be empty
 */
record BarChart(String title, String caption, List<Row> rows, List<LegendItem> legend) {

  /**
   * A bar.
   *
   * @param label before it; empty if it belongs to the row above
   * @param parts of the bar, of a colour each
   * @param whisker over it, if there are repeats
   * @param value behind it
   */
  record Row(String label, List<Part> parts, Optional<Whisker> whisker, String value) {}

  /** A colour and the width. */
  record Part(String color, String percent) {}

  /** From the least to the greatest repeat. */
  record Whisker(String from, String percent) {}

  /** A colour, or a dashed line in that colour, and what it stands for. */
  record LegendItem(String name, String color, boolean dashed) {}

  /** How many colours of data the page has. */
  static final int COLORS = 8;

  /** The colour of data with this number, as the page's style knows it. */
  static String color(int index) {
    return "var(--c" + (Math.floorMod(index, COLORS) + 1) + ")";
  }

  /** A width as a part of the widest; what is below 0 has none. */
  static String percent(double value, double widest) {
    return String.format(Locale.ROOT, "%.2f", widest > 0 ? Math.max(0, 100 * value / widest) : 0);
  }
}
