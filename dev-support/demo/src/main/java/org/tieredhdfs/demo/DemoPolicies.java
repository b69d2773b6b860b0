package org.tieredhdfs.demo;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
import org.tieredhdfs.hdfs.paths.PathPolicy;
import org.tieredhdfs.hdfs.paths.PathPolicyApplier;
import org.tieredhdfs.hdfs.paths.PathPolicyParser;
import org.tieredhdfs.hdfs.paths.PathPolicyResult;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;

/**
 * Where the demo wants HBase's files, the directories' policies that put them there, and HBase's
 * keys that tell them apart.
 */
record DemoPolicies(boolean stock, List<PathPolicy> mapping, String logType) {
  /** Where archived files belong; on stock Hadoop nothing takes them there. */
  static final String ARCHIVE_TYPE = "ARCHIVE";

  /** The directory to which HBase renames files that no table uses any more. */
  static final String ARCHIVE = "/hbase/archive";

  private static final String TABLE_TYPE = "SSD";
  private static final String LARGE_TYPE = "DISK";
  private static final String TABLE_POLICY = "ALL_SSD";

  /** For stock Hadoop, the memory is NVDIMM, its one type with a policy of its own. */
  static DemoPolicies of(boolean stock) {
    String logPolicy = stock ? "ALL_NVDIMM" : "ALL_RAMDISK";
    return new DemoPolicies(
        stock,
        List.of(
            new PathPolicy("/hbase", TABLE_POLICY),
            new PathPolicy("/hbase/WALs", logPolicy),
            new PathPolicy("/hbase/oldWALs", logPolicy),
            new PathPolicy("/hbase/data", TABLE_POLICY),
            new PathPolicy(ARCHIVE, "COLD")),
        stock ? "NVDIMM" : "RAMDISK");
  }

  /**
   * Settings of a cluster of this project: the mapping as an operator writes it into {@code
   * hdfs-site.xml}; a mover's service that follows the archive alone, where HBase's filter tells
   * when a file may be moved; and HBase's keys, by which flushed and small compacted files go to
   * SSD, large ones to DISK, and the archive's files follow soon, while the cleaner leaves them for
   * longer than a demo.
   */
  Map<String, String> settings(LoadPlan plan) {
    String policies =
        mapping.stream()
            .map(entry -> entry.path() + "=" + entry.policy())
            .collect(Collectors.joining(","));
    return Map.ofEntries(
        Map.entry(PathPolicyParser.MAPPING.name(), policies),
        Map.entry("dfs.mover.file.service.roots", ARCHIVE),
        Map.entry("dfs.mover.file.rules", "archive"),
        Map.entry("dfs.mover.file.rule.archive.path", ARCHIVE),
        Map.entry("dfs.mover.file.rule.archive.clear.policy", "true"),
        Map.entry("dfs.mover.file.rule.archive.filter", "hbase-archive"),
        Map.entry("hbase.tiered.wal.policy", "ALL_RAMDISK"),
        Map.entry("hbase.tiered.flush.policy", TABLE_POLICY),
        Map.entry("hbase.tiered.compaction.policy", "HOT"),
        Map.entry("hbase.tiered.compaction.small.policy", TABLE_POLICY),
        Map.entry(
            "hbase.tiered.compaction.small.max.size", Long.toString(plan.smallCompactedMaxBytes())),
        Map.entry("hbase.tiered.archive.policy", "COLD"),
        Map.entry("hbase.tiered.archive.min.age", "10s"),
        Map.entry("hbase.master.hfilecleaner.ttl", "1800000"));
  }

  /** Gives the directories their policies, and makes them, since HBase has not yet. */
  void apply(FileSystem fs, Progress progress) throws IOException, ClusterException {
    for (PathPolicyResult result : new PathPolicyApplier(fs, false, true).apply(mapping)) {
      progress.done("policy       " + result.describe());
      if (!result.isGood()) {
        throw new ClusterException("path policies: " + result.describe());
      }
    }
  }

  /**
   * The storage types on which all bytes of a kind of files have to be.
   *
   * @param regions of the table; a table of one has no small file
   */
  Map<DemoFileClass, Set<String>> expected(int regions) {
    Map<DemoFileClass, Set<String>> expected = new EnumMap<>(DemoFileClass.class);
    expected.put(DemoFileClass.WAL, Set.of(logType));
    expected.put(DemoFileClass.TABLE, Set.of(TABLE_TYPE));
    expected.put(DemoFileClass.FLUSHED, Set.of(TABLE_TYPE));
    expected.put(DemoFileClass.COMPACTED, Set.of(stock ? TABLE_TYPE : LARGE_TYPE));
    if (!stock) {
      expected.put(DemoFileClass.COMPACTED_SMALL, regions > 1 ? Set.of(TABLE_TYPE) : Set.of());
      expected.put(DemoFileClass.ARCHIVED, Set.of(ARCHIVE_TYPE));
    }
    return expected;
  }
}
