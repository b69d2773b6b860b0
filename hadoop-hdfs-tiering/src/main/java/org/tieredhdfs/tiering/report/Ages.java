package org.tieredhdfs.tiering.report;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Steps of age: an hour each up to a day, a day up to 90 days, 5 days up to two years, 30 days up
 * to twenty years, and the rest. Tables have ranges of several steps.
 */
final class Ages {
  /** Of the ranges, by what files in them are younger than. */
  static final List<String> RANGES = List.of("1d", "7d", "30d", "90d", "180d", "1y", "2y", "older");

  private static final long HOUR_MS = 3_600_000;
  private static final int DAY_HOURS = 24;
  private static final long[] RANGE_ENDS_HOURS = {24, 168, 720, 2160, 4320, 8760, 17520};

  /** What the ages of each step are less than. */
  private static final long[] ENDS_HOURS =
      Stream.of(
              LongStream.rangeClosed(1, DAY_HOURS),
              days(2, 90, 1),
              days(95, 730, 5),
              days(760, 7300, 30),
              LongStream.of(Long.MAX_VALUE))
          .flatMapToLong(ends -> ends)
          .toArray();

  /** How many there are; the last one has no end. */
  static final int STEPS = ENDS_HOURS.length;

  private Ages() {}

  private static LongStream days(int first, int last, int step) {
    return LongStream.iterate(first, day -> day <= last, day -> day + step)
        .map(day -> day * DAY_HOURS);
  }

  /** The step of an age; of one below 0, the first. */
  static int step(long ageMs) {
    int place = Arrays.binarySearch(ENDS_HOURS, Math.max(0, ageMs) / HOUR_MS);
    return place < 0 ? -place - 1 : place + 1;
  }

  /** The range of a step. */
  static int range(int step) {
    int place = Arrays.binarySearch(RANGE_ENDS_HOURS, ENDS_HOURS[step]);
    return place < 0 ? -place - 1 : place;
  }

  /** The last step of a range. */
  static int lastStep(int range) {
    return range == RANGE_ENDS_HOURS.length
        ? STEPS - 1
        : Arrays.binarySearch(ENDS_HOURS, RANGE_ENDS_HOURS[range]);
  }

  /** What ages up to a step are less than, in milliseconds: null for the last, 0 for -1. */
  static @Nullable Long endMs(int step) {
    return step == STEPS - 1 ? null : step < 0 ? 0 : ENDS_HOURS[step] * HOUR_MS;
  }

  /** The same for people. */
  static String text(int step) {
    Long endMs = endMs(step);
    if (endMs == null) {
      return "any age";
    }
    long hours = endMs / HOUR_MS;
    return hours % DAY_HOURS == 0 ? hours / DAY_HOURS + " d" : hours + " h";
  }
}
