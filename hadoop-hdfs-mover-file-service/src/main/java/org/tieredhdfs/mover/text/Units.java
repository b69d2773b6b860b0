package org.tieredhdfs.mover.text;

import java.util.Locale;

/** Sizes and durations for people. */
public final class Units {
  private static final String[] SIZES = {"B", "KB", "MB", "GB", "TB", "PB"};
  private static final int STEP = 1024;

  private Units() {}

  public static String bytes(long bytes) {
    double value = (double) bytes;
    int unit = 0;
    while (value >= STEP && unit < SIZES.length - 1) {
      value /= STEP;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", value, SIZES[unit]);
  }

  public static String duration(long ms) {
    long seconds = (ms + 500) / 1000;
    return seconds < 3600
        ? String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60)
        : String.format(
            Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
  }
}
