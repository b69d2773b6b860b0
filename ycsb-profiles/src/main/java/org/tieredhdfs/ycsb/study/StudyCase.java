package org.tieredhdfs.ycsb.study;

import static org.tieredhdfs.ycsb.study.StudyMedium.HDD;
import static org.tieredhdfs.ycsb.study.StudyMedium.RAM;
import static org.tieredhdfs.ycsb.study.StudyMedium.SSD;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A case of "Optimize Hadoop Cluster Performance with Various Storage Media" (Intel, 2016): the
 * media of its three DataNodes, and the storage types of HBase's files.
 *
 * <p>A line: records, regions, RAM disks, SSDs and hard disks of a DataNode; where the WAL,
 * flushed, small and large compacted files are. All of them load records of 5 fields of 200 bytes
 * with 200 threads.
 */
public enum StudyCase {
  C50G_RAM(50_000_000, 18, 1, 0, 0, RAM, RAM, RAM, RAM),
  C50G_SSD(50_000_000, 18, 0, 8, 0, SSD, SSD, SSD, SSD),
  C50G_SSD_4(50_000_000, 18, 0, 4, 0, SSD, SSD, SSD, SSD),
  C50G_HDD(50_000_000, 18, 0, 0, 8, HDD, HDD, HDD, HDD),
  C1T_SSD(1_000_000_000, 210, 0, 8, 0, SSD, SSD, SSD, SSD),
  C1T_HDD(1_000_000_000, 210, 0, 0, 8, HDD, HDD, HDD, HDD),
  C1T_RAM_SSD(1_000_000_000, 210, 1, 8, 0, RAM, SSD, SSD, SSD),
  C1T_RAM_HDD(1_000_000_000, 210, 1, 0, 8, RAM, HDD, HDD, HDD),
  C1T_SSD_HDD(1_000_000_000, 210, 0, 4, 4, SSD, SSD, SSD, HDD),
  C1T_SSD_ALL_HDD(1_000_000_000, 210, 0, 4, 4, SSD, SSD, HDD, HDD),
  C1T_RAM_SSD_HDD(1_000_000_000, 210, 1, 4, 4, RAM, SSD, SSD, HDD),
  C1T_RAM_SSD_ALL_HDD(1_000_000_000, 210, 1, 4, 4, RAM, SSD, HDD, HDD);

  private final int records;
  private final int regions;
  private final int ramDisks;
  private final int ssds;
  private final int hardDisks;
  private final StudyMedium wal;
  private final StudyMedium flushed;
  private final StudyMedium compactedSmall;
  private final StudyMedium compacted;

  StudyCase(
      int records,
      int regions,
      int ramDisks,
      int ssds,
      int hardDisks,
      StudyMedium wal,
      StudyMedium flushed,
      StudyMedium compactedSmall,
      StudyMedium compacted) {
    this.records = records;
    this.regions = regions;
    this.ramDisks = ramDisks;
    this.ssds = ssds;
    this.hardDisks = hardDisks;
    this.wal = wal;
    this.flushed = flushed;
    this.compactedSmall = compactedSmall;
    this.compacted = compacted;
  }

  /** As the study calls it, and the directory of its profile: {@code 1T_RAM_SSD_All_HDD}. */
  public String caseName() {
    return name().substring(1).replace("_ALL_", "_All_");
  }

  /** The names of all cases, in the study's order. */
  public static List<String> names() {
    return Arrays.stream(values()).map(StudyCase::caseName).toList();
  }

  /**
   * @throws IllegalArgumentException that lists all names if there is no such case
   */
  public static StudyCase named(String name) {
    return Arrays.stream(values())
        .filter(one -> one.caseName().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no case '"
                        + name
                        + "' in the study; there are "
                        + String.join(", ", names())));
  }

  /** How many records are loaded: 50 million for 50 GB, a thousand million for 1 TB. */
  public int records() {
    return records;
  }

  /** Regions of the table, on all RegionServers. */
  public int regions() {
    return regions;
  }

  /** The number of volumes of each medium on a DataNode, without media that it does not have. */
  public Map<StudyMedium, Integer> volumes() {
    Map<StudyMedium, Integer> volumes = new EnumMap<>(StudyMedium.class);
    volumes.put(RAM, ramDisks);
    volumes.put(SSD, ssds);
    volumes.put(HDD, hardDisks);
    volumes.values().removeIf(count -> count == 0);
    return Collections.unmodifiableMap(volumes);
  }

  public StudyMedium wal() {
    return wal;
  }

  public StudyMedium flushed() {
    return flushed;
  }

  /** Of compacted files below 1.5 GB. */
  public StudyMedium compactedSmall() {
    return compactedSmall;
  }

  /** Of all other compacted files. */
  public StudyMedium compacted() {
    return compacted;
  }

  /** Of archived files, which HBase does not use any more, and of all that no policy is for. */
  public StudyMedium others() {
    return hardDisks > 0 ? HDD : ssds > 0 ? SSD : RAM;
  }
}
