package org.tieredhdfs.report.page;

import java.util.List;

/**
 * A chart of the page.
 *
 * @param title above it
 * @param caption below it; may be empty
 * @param wide whether it takes the whole width
 * @param svg the drawing
 * @param legend what its colours stand for; may be empty
 */
record Picture(String title, String caption, boolean wide, String svg, List<LegendItem> legend) {

  /** A colour, or a dashed line in that colour, and what it stands for. */
  record LegendItem(String name, ThemeColor themeColor, boolean dashed) {

    /** The colour as the page's style writes it. */
    String color() {
      return themeColor.variable();
    }
  }
}
