package org.tieredhdfs.tiering.rule;

import java.time.Duration;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/**
 * A time of each day, in the time zone of the process. Immutable.
 *
 * @param from when it opens
 * @param to when it closes; before {@code from} if that is on the next day
 */
public record TimeOfDayWindow(LocalTime from, LocalTime to) {
  /** How it is written. */
  static final String FORM = "two times of day, as '22:00-06:00'";

  private static final Duration DAY = Duration.ofDays(1);

  /** Reads one; null if it has not {@link #FORM}, or never opens. */
  static @Nullable TimeOfDayWindow parse(String text) {
    int dash = text.indexOf('-');
    try {
      LocalTime from = LocalTime.parse(text.substring(0, Math.max(0, dash)).trim());
      LocalTime to = LocalTime.parse(text.substring(dash + 1).trim());
      return from.equals(to) ? null : new TimeOfDayWindow(from, to);
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  /** How long it is closed yet; zero while it is open. */
  Duration untilOpen(LocalTime now) {
    boolean isOpen = since(from, now).compareTo(since(from, to)) < 0;
    return isOpen ? Duration.ZERO : since(now, from);
  }

  /** From a time to the next time of another kind, less than a day. */
  private static Duration since(LocalTime begin, LocalTime end) {
    Duration since = Duration.between(begin, end);
    return since.isNegative() ? since.plus(DAY) : since;
  }
}
