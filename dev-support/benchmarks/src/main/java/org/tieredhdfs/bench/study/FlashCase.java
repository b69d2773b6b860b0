package org.tieredhdfs.bench.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tieredhdfs.ycsb.run.WorkloadProfile;
import org.tieredhdfs.ycsb.study.StudyCase;

/**
 * A case of the study of flash arrays: {@code flash-insert55-read45-10m-256-rs4}.
 *
 * @param media of all files
 * @param workload of the client
 * @param millions of records of the study
 * @param threads of the client
 * @param regionServers on a node
 */
record FlashCase(Media media, Workload workload, int millions, int threads, int regionServers) {
  private static final Pattern NAME =
      Pattern.compile("(flash|disks)-([a-z0-9-]+)-(\\d{1,3})m-(\\d{1,5})-rs(\\d{1,2})");

  /** One of the study's two clusters: flash arrays, or hard disks. */
  enum Media {
    FLASH(StudyCase.C50G_SSD),
    DISKS(StudyCase.C50G_HDD);

    private final StudyCase site;

    Media(StudyCase site) {
      this.site = site;
    }

    /** The profile with its media and settings. */
    StudyCase site() {
      return site;
    }

    /** The beginning of the names of its cases. */
    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A workload of the study, in the order in which a table is put through them. */
  enum Workload {
    LOAD("load", WorkloadProfile.LOAD),
    /** YCSB's E: 95 % scan, 5 % insert. */
    E("e", WorkloadProfile.SCAN_INSERT),
    INSERT_READ("insert55-read45", WorkloadProfile.INSERT_READ),
    INSERT_SCAN("insert55-scan45", WorkloadProfile.INSERT_SCAN),
    /** Updates are buffered as in the study, where it broke when all buffers were sent at once. */
    UPDATE_SCAN("update55-scan45", WorkloadProfile.UPDATE_SCAN);

    private final String label;
    private final WorkloadProfile profile;

    Workload(String label, WorkloadProfile profile) {
      this.label = label;
      this.profile = profile;
    }

    /** As it is in the names of cases. */
    String label() {
      return label;
    }

    WorkloadProfile profile() {
      return profile;
    }

    /** Properties in place of the profile's. */
    Map<String, String> properties() {
      return this == UPDATE_SCAN ? Map.of("clientbuffering", "true") : Map.of();
    }
  }

  String name() {
    return String.format(
        Locale.ROOT,
        "%s-%s-%dm-%d-rs%d",
        media.label(),
        workload.label,
        millions,
        threads,
        regionServers);
  }

  /** Cases with the same text share a cluster: only the workload differs. */
  String cluster() {
    return media.label() + "-rs" + regionServers;
  }

  /** The same data and cluster. */
  FlashCase with(Workload other, int threadsOfIt) {
    return new FlashCase(media, other, millions, threadsOfIt, regionServers);
  }

  /**
   * All cases, by cluster, dataset and workload. Hard disks have one RegionServer a node, as in the
   * study.
   */
  static List<FlashCase> all(FlashScale scale) {
    List<FlashCase> cases = new ArrayList<>();
    for (Media media : Media.values()) {
      List<Integer> servers = media == Media.FLASH ? scale.regionServers() : List.of(1);
      for (int regionServers : servers) {
        for (int millions : scale.millions()) {
          for (Workload workload : Workload.values()) {
            for (int threads : scale.threads()) {
              cases.add(new FlashCase(media, workload, millions, threads, regionServers));
            }
          }
        }
      }
    }
    return cases;
  }

  /** The case of this name; empty if it is none of a case. */
  static Optional<FlashCase> parse(String name) {
    Matcher matcher = NAME.matcher(name);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    return Arrays.stream(Workload.values())
        .filter(workload -> workload.label.equals(matcher.group(2)))
        .findFirst()
        .map(
            workload ->
                new FlashCase(
                    Media.valueOf(matcher.group(1).toUpperCase(Locale.ROOT)),
                    workload,
                    Integer.parseInt(matcher.group(3)),
                    Integer.parseInt(matcher.group(4)),
                    Integer.parseInt(matcher.group(5))));
  }
}
