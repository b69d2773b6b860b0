package org.tieredhdfs.bench.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.linux.VolumeFileSystem;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.study.StudyCase;
import org.tieredhdfs.ycsb.study.StudyMedium;

/**
 * The cluster of a case on one side: the settings of its profile, scaled; for stock, without this
 * project's settings, and with Apache Hadoop's equivalents where they exist.
 *
 * @param home the root of the repository, where the profile of the case is
 * @param regionServers how many there are
 * @param extra settings of HDFS and HBase, which come last
 * @param fileSystem of volumes on devices
 */
record StudySite(
    StudyCase study,
    Side side,
    StudyScale scale,
    Path home,
    int regionServers,
    Map<String, String> extra,
    VolumeFileSystem fileSystem) {
  static final int REGION_SERVER_HEAP_MB = 768;

  private static final List<String> OUR_PREFIXES =
      List.of("dfs.tiered.", "dfs.mover.file.", "hbase.tiered.");
  private static final String OUR_PACKAGE = "org.tieredhdfs";
  private static final String RESERVED_IN_MEMORY = "dfs.datanode.du.reserved.ramdisk";
  private static final String SMALL_FILE_BYTES = "hbase.tiered.compaction.small.max.size";
  private static final long GB = 1L << 30;

  /** With one RegionServer, and volumes on ext4. */
  static StudySite of(StudyCase study, Side side, StudyScale scale, Path home) {
    return new StudySite(study, side, scale, home, 1, Map.of(), VolumeFileSystem.EXT4);
  }

  boolean isStock() {
    return side == Side.STOCK;
  }

  /** The policy of the root directory; HOT, which is there already, needs a DISK volume. */
  String rootPolicy() {
    return policy(study.others());
  }

  /** Whether anything is archived on another medium than it was written to. */
  boolean archiveMoves() {
    return study.wal() != study.others() || study.flushed() != study.others();
  }

  ClusterSpec spec(BenchPlan plan, MediaPace pace) throws IOException {
    boolean isOnDevices = study.others() != StudyMedium.RAM;
    ClusterSpec.Builder builder =
        ClusterSpec.builder(plan.dir(), plan.classPaths())
            .stock(isStock())
            .plugIns(false)
            .emulatedMedia(isOnDevices)
            .mediaPace(pace)
            .layout(scale.layout(study))
            .fileSystem(fileSystem)
            .regionServers(regionServers)
            .heapMb(Role.REGIONSERVER, REGION_SERVER_HEAP_MB)
            .javaOptions(Role.REGIONSERVER, List.of("-XX:+UseG1GC"));
    if (study.volumes().containsKey(StudyMedium.RAM)) {
      builder.profile(
          StudyMedium.RAM.storageType(), MediaProfile.inMemory(isOnDevices ? 2 * GB : 4 * GB));
    }
    settings().forEach(builder::setting);
    plan.settings().forEach(builder::setting);
    return builder.build();
  }

  /** All that the daemons are told. */
  Map<String, String> settings() throws IOException {
    Map<String, String> settings = new TreeMap<>();
    settings.putAll(read("hdfs-site.xml"));
    settings.putAll(read("hbase-site.xml"));
    settings.remove("dfs.datanode.data.dir");
    settings.remove("dfs.tiered.path.policies");
    settings.computeIfPresent(SMALL_FILE_BYTES, (key, value) -> scale.smallFileMaxBytes());
    if (isStock()) {
      makeStock(settings);
    } else {
      settings.put("hbase.tiered.archive.min.age", scale.archiveMinAge());
    }
    settings.putAll(scale.settings((long) REGION_SERVER_HEAP_MB << 20));
    // by default so few regions are split while they are still small, unlike in the study
    settings.put(
        "hbase.regionserver.region.split.policy",
        "org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy");
    // with three nodes, one with a few more connections than the others counts as too busy
    settings.put("dfs.namenode.redundancy.considerLoad", "false");
    settings.put("hbase.regionserver.metrics.period", "1000");
    settings.putAll(extra);
    return settings;
  }

  private Map<String, String> read(String name) throws IOException {
    Path file = home.resolve("ycsb-profiles/profiles").resolve(study.caseName()).resolve(name);
    Files.size(file); // a Configuration takes a missing file for an empty one
    Configuration conf = new Configuration(false);
    conf.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
    Map<String, String> site = new TreeMap<>();
    conf.forEach(entry -> site.put(entry.getKey(), entry.getValue()));
    return site;
  }

  private void makeStock(Map<String, String> settings) {
    settings.values().removeIf(value -> value.contains(OUR_PACKAGE));
    settings.keySet().removeIf(key -> OUR_PREFIXES.stream().anyMatch(key::startsWith));
    String reserved = settings.remove(RESERVED_IN_MEMORY);
    if (reserved != null) {
      settings.put("dfs.datanode.du.reserved.nvdimm", reserved);
    }
    settings.put("hbase.wal.storage.policy", policy(study.wal()));
    settings.put("hbase.hstore.block.storage.policy", familyPolicy());
  }

  /**
   * Apache's HBase has one policy for all files of a family: where the study has several, one
   * replica on SSD if compacted files go there, too, and else that of the large files.
   */
  private String familyPolicy() {
    if (study.flushed() == study.compacted()) {
      return policy(study.flushed());
    }
    return study.compactedSmall() == StudyMedium.SSD ? "ONE_SSD" : policy(study.compacted());
  }

  private String policy(StudyMedium medium) {
    return isStock() && medium == StudyMedium.RAM ? "ALL_NVDIMM" : medium.policy();
  }

  /** Cases whose cluster is the same, and only the workload differs, have the same. */
  static String key(StudyCase study) {
    return String.format(
        "%s %s %s %s %s",
        study.volumes(), study.wal(), study.flushed(), study.compactedSmall(), study.compacted());
  }
}
