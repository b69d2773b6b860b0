package org.tieredhdfs.report.page;

import java.awt.Color;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A colour that the page decides, so that one drawing serves light and dark mode: charts are drawn
 * in colours that stand for these, which are then replaced by variables of the page's style.
 */
enum ThemeColor {
  TEXT(1),
  MUTED(2),
  GRID(3),
  C1(11),
  C2(12),
  C3(13),
  C4(14),
  C5(15),
  C6(16),
  C7(17),
  C8(18);

  private static final int RED = 1;
  private static final int GREEN = 2;
  private static final Pattern DRAWN = Pattern.compile("rgb\\(1,2,(\\d+)\\)");

  /** The colours of data, in the order in which they are given out. */
  private static final List<ThemeColor> DATA = List.of(C1, C2, C3, C4, C5, C6, C7, C8);

  private final int blue;

  ThemeColor(int blue) {
    this.blue = blue;
  }

  static int dataColors() {
    return DATA.size();
  }

  static ThemeColor data(int index) {
    return DATA.get(Math.floorMod(index, DATA.size()));
  }

  /** The colour that stands for this one in a drawing. */
  Color drawn() {
    return new Color(RED, GREEN, blue);
  }

  /** The variable of the page's style. */
  String variable() {
    return "var(--" + name().toLowerCase(Locale.ROOT) + ")";
  }

  /** Puts the page's variables in the place of the colours drawn with. */
  static String toVariables(String svg) {
    return DRAWN
        .matcher(svg)
        .replaceAll(
            found -> Matcher.quoteReplacement(of(Integer.parseInt(found.group(1))).variable()));
  }

  private static ThemeColor of(int blue) {
    return Arrays.stream(values())
        .filter(color -> color.blue == blue)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("drawn in no colour of the theme: " + blue));
  }
}
