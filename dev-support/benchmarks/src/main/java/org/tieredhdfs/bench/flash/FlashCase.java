package org.tieredhdfs.bench.flash;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tieredhdfs.bench.rows.CaseNames;

/**
 * One case: {@code flash-insert55-read45-10m-256-rs4}.
 *
 * @param media of all files
 * @param workload of the client
 * @param millions of records of the study
 * @param threads of the client
 * @param regionServers on a node
 */
record FlashCase(
    FlashMedia media, FlashWorkload workload, int millions, int threads, int regionServers) {
  private static final Pattern NAME =
      Pattern.compile("(flash|disks)-([a-z0-9-]+)-(\\d{1,3})m-(\\d{1,5})-rs(\\d{1,2})");

  String name() {
    return media.label()
        + "-"
        + workload.label()
        + "-"
        + millions
        + "m-"
        + threads
        + "-rs"
        + regionServers;
  }

  /** Cases with the same text share a cluster: only the workload differs. */
  String cluster() {
    return media.label() + "-rs" + regionServers;
  }

  /**
   * All cases, by cluster, dataset and workload. Hard disks have one RegionServer a node, as in the
   * study.
   */
  static List<FlashCase> all(FlashScale scale) {
    List<FlashCase> cases = new ArrayList<>();
    for (FlashMedia media : FlashMedia.values()) {
      List<Integer> servers = media == FlashMedia.FLASH ? scale.regionServers() : List.of(1);
      for (int regionServers : servers) {
        for (int millions : scale.millions()) {
          for (FlashWorkload workload : FlashWorkload.values()) {
            for (int threads : scale.threads()) {
              cases.add(new FlashCase(media, workload, millions, threads, regionServers));
            }
          }
        }
      }
    }
    return cases;
  }

  /**
   * Those asked for, as {@link CaseNames#choose} finds them.
   *
   * @throws IllegalArgumentException if a name is of none
   */
  static List<FlashCase> named(List<String> names, FlashScale scale) {
    return CaseNames.choose(all(scale), FlashCase::name, names, "disks or flash-e");
  }

  /** The case of this name; empty if it is none of a case. */
  static Optional<FlashCase> parse(String name) {
    Matcher matcher = NAME.matcher(name);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    for (FlashWorkload workload : FlashWorkload.values()) {
      if (workload.label().equals(matcher.group(2))) {
        return Optional.of(
            new FlashCase(
                FlashMedia.valueOf(matcher.group(1).toUpperCase(Locale.ROOT)),
                workload,
                Integer.parseInt(matcher.group(3)),
                Integer.parseInt(matcher.group(4)),
                Integer.parseInt(matcher.group(5))));
      }
    }
    return Optional.empty();
  }
}
