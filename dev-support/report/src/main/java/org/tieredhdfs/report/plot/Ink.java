package org.tieredhdfs.report.plot;

import java.awt.Color;
import java.awt.Font;
import java.util.List;

/** Colours and fonts of plots; the colours are those of reports in light mode. */
final class Ink {
  static final Color PAPER = Color.WHITE;
  static final Color TEXT = new Color(0x1c2330);
  static final Color MUTED = new Color(0x667085);
  static final Color BAND = new Color(0xf4f5f7);
  static final Color GRID = new Color(0xe4e7ec);

  static final Font TITLE = font(Font.BOLD, 15);
  static final Font LABEL = font(Font.PLAIN, 12);
  static final Font SMALL = font(Font.PLAIN, 10);

  private static final List<Color> DATA =
      List.of(
          new Color(0x8b93a3),
          new Color(0x3a6fd8),
          new Color(0xe08a2e),
          new Color(0x2c9c8a),
          new Color(0xc2477f));

  private Ink() {}

  private static Font font(int style, int size) {
    return new Font(Font.SANS_SERIF, style, size);
  }

  /** The colour of the series with this number, from 0. */
  static Color data(int index) {
    return DATA.get(Math.floorMod(index, DATA.size()));
  }
}
