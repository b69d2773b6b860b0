package org.tieredhdfs.bench.dfsio;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tieredhdfs.bench.write.WriteMedia;

/**
 * One case: {@code ssd-random-12}, or {@code ssd-random-12-noreadahead}.
 *
 * @param media on which all files are
 * @param pattern of the reads or writes
 * @param threads that work at a time, each on a file of its own
 * @param readAhead whether DataNodes and kernel read ahead
 */
record DfsioCase(WriteMedia media, DfsioPattern pattern, int threads, boolean readAhead) {
  private static final String WITHOUT = "-noreadahead";
  private static final Pattern NAME =
      Pattern.compile(
          "(ram|ssd|hdd)-(write|sequential|random|backward|skip)-(\\d{1,3})(" + WITHOUT + ")?");

  String name() {
    return media.name().toLowerCase(Locale.ROOT)
        + "-"
        + pattern.label()
        + "-"
        + threads
        + (readAhead ? "" : WITHOUT);
  }

  /**
   * All cases, by medium; those of memory have no variant without read-ahead, since it has none.
   */
  static List<DfsioCase> all(List<Integer> threads) {
    List<DfsioCase> cases = new ArrayList<>();
    for (WriteMedia media : WriteMedia.values()) {
      for (DfsioPattern pattern : DfsioPattern.values()) {
        for (int count : threads) {
          cases.add(new DfsioCase(media, pattern, count, true));
          if (pattern.isRead() && media != WriteMedia.RAM) {
            cases.add(new DfsioCase(media, pattern, count, false));
          }
        }
      }
    }
    return cases;
  }

  /** The case of this name; empty if it is none of a case. */
  static Optional<DfsioCase> parse(String name) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches()
        ? Optional.of(
            new DfsioCase(
                WriteMedia.valueOf(matcher.group(1).toUpperCase(Locale.ROOT)),
                DfsioPattern.parse(matcher.group(2)),
                Integer.parseInt(matcher.group(3)),
                matcher.group(4) == null))
        : Optional.empty();
  }
}
