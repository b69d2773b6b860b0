package org.tieredhdfs.linux;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes in bytes as people write them: {@code 512m}, {@code 1g}, {@code 65536}. */
public final class Sizes {
  private static final Pattern NOTATION = Pattern.compile("(\\d{1,15})([kmgt]?)b?");
  private static final String UNITS = "kmgt";

  private Sizes() {}

  /**
   * @throws IllegalArgumentException with one sentence that names {@code what} and the value
   */
  public static long parse(String what, String text) {
    Matcher matcher = NOTATION.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (matcher.matches()) {
      try {
        String unit = matcher.group(2);
        int power = unit.isEmpty() ? 0 : UNITS.indexOf(unit) + 1;
        return Math.multiplyExact(Long.parseLong(matcher.group(1)), 1L << (10 * power));
      } catch (ArithmeticException tooLarge) {
        throw refusal(what, text);
      }
    }
    throw refusal(what, text);
  }

  private static IllegalArgumentException refusal(String what, String text) {
    return new IllegalArgumentException(
        what + ": '" + text + "' is no size; write bytes, or a number with k, m, g or t");
  }

  /** For people to read: at most one digit behind the point, {@code 1.5 GB}. */
  public static String format(long bytes) {
    double value = bytes;
    int power = 0;
    while (value >= 1024 && power < UNITS.length()) {
      value /= 1024;
      power++;
    }
    if (power == 0) {
      return bytes + " B";
    }
    String unit = UNITS.substring(power - 1, power).toUpperCase(Locale.ROOT) + "B";
    boolean isWhole = value >= 100 || value == Math.rint(value);
    return String.format(Locale.ROOT, isWhole ? "%.0f %s" : "%.1f %s", value, unit);
  }
}
