package org.tieredhdfs.bench.profiles;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What writes took that a DataNode warned of, by its log, and what syncs took that a client waited
 * for. Immutable.
 *
 * @param writesMs of each write or flush
 * @param syncsMs of each sync
 */
record SlowWrites(List<Long> writesMs, List<Long> syncsMs) {
  private static final String SYNC = "isSync:true";

  /** Hadoop's warnings and this project's: "took 123ms (threshold=50ms)". */
  private static final Pattern SLOW = Pattern.compile("(?:took|cost:) ?(\\d+) ?ms \\(threshold");

  SlowWrites {
    writesMs = List.copyOf(writesMs);
    syncsMs = List.copyOf(syncsMs);
  }

  static SlowWrites in(List<String> log) {
    List<Long> writesMs = new ArrayList<>();
    List<Long> syncsMs = new ArrayList<>();
    for (String line : log) {
      Matcher matcher = SLOW.matcher(line);
      if (matcher.find()) {
        (line.contains(SYNC) ? syncsMs : writesMs).add(Long.valueOf(matcher.group(1)));
      }
    }
    return new SlowWrites(writesMs, syncsMs);
  }

  /** How many warnings there had been with another threshold, not below that of the log. */
  static long over(List<Long> durationsMs, long thresholdMs) {
    return durationsMs.stream().filter(durationMs -> durationMs > thresholdMs).count();
  }

  static double longestMs(List<Long> durationsMs) {
    return durationsMs.stream().mapToLong(Long::longValue).max().orElse(0);
  }
}
