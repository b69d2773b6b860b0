package org.tieredhdfs.ycsb.run;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One status line of a YCSB client.
 *
 * <p>The rate that a line gives itself is not used: it is infinite or no number at all when two
 * lines fall into the same millisecond, as the last two of a run may.
 *
 * @param atMs when the line was written, in ms since the epoch
 * @param doneOps operations done until then
 */
record StatusLine(long atMs, long doneOps) {

  /** {@code 2026-11-21 09:59:10:123 3 sec: 12345 operations; ...}, maybe behind a label. */
  private static final Pattern FORM =
      Pattern.compile(
          "(\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}:\\d{3}) \\d+ sec: (\\d+) operations;");

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss:SSS", Locale.ROOT);

  /** The status in {@code line}; empty if it is some other line. */
  static Optional<StatusLine> parse(String line) {
    Matcher matcher = FORM.matcher(line);
    if (!matcher.find()) {
      return Optional.empty();
    }
    try {
      LocalDateTime at = LocalDateTime.parse(matcher.group(1), TIME);
      return Optional.of(
          new StatusLine(
              at.toInstant(ZoneOffset.UTC).toEpochMilli(), Long.parseLong(matcher.group(2))));
    } catch (DateTimeException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Operations a second between {@code earlier} and this; 0 if no time lies between. */
  double opsPerSecSince(StatusLine earlier) {
    long spanMs = atMs - earlier.atMs;
    return spanMs <= 0 ? 0 : 1000.0 * (doneOps - earlier.doneOps) / spanMs;
  }
}
