package org.tieredhdfs.mover.text;

import java.time.Duration;
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
    Duration duration = Duration.ofMillis(Math.max(0, ms));
    if (duration.toHours() > 0) {
      return duration.toHours() + " h " + duration.toMinutesPart() + " min";
    }
    return duration.toMinutes() > 0
        ? duration.toMinutes() + " min " + duration.toSecondsPart() + " s"
        : duration.toSecondsPart() + " s";
  }
}
