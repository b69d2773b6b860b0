package org.tieredhdfs.tiering.rule;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalTime;

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

  /**
   * Reads one.
   *
   * @throws DateTimeException if it has not {@link #FORM}, or never opens
   */
  static TimeOfDayWindow parse(String text) {
    int dash = text.indexOf('-');
    if (dash < 0) {
      throw new DateTimeException(text);
    }
    LocalTime from = LocalTime.parse(text.substring(0, dash).trim());
    LocalTime to = LocalTime.parse(text.substring(dash + 1).trim());
    if (from.equals(to)) {
      throw new DateTimeException(text);
    }
    return new TimeOfDayWindow(from, to);
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
