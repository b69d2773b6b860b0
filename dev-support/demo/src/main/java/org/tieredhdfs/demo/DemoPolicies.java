package org.tieredhdfs.demo;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
final class DemoPolicies {
  /** Where archived files belong; on stock Hadoop nothing takes them there. */
  static final String ARCHIVE_TYPE = "ARCHIVE";

  private static final String TABLE_TYPE = "SSD";
  private static final String LARGE_TYPE = "DISK";
  private static final String TABLE_POLICY = "ALL_SSD";

  private final boolean stock;
  private final List<PathPolicy> mapping;
  private final String logType;

  private DemoPolicies(boolean stock, List<PathPolicy> mapping, String logType) {
    this.stock = stock;
    this.mapping = mapping;
    this.logType = logType;
  }

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
            new PathPolicy("/hbase/archive", "COLD")),
        stock ? "NVDIMM" : "RAMDISK");
  }

  /** The mapping as an operator writes it into {@code hdfs-site.xml}. */
  Map<String, String> settings() {
    return Map.of(
        PathPolicyParser.MAPPING.name(),
        mapping.stream()
            .map(entry -> entry.path() + "=" + entry.policy())
            .collect(Collectors.joining(",")));
  }

  /**
   * What {@code hbase-site.xml} says: flushed and small compacted files on SSD, large ones on DISK,
   * and the archive's files follow soon, while the cleaner leaves them for longer than a demo.
   */
  static Map<String, String> keys(LoadPlan plan) {
    Map<String, String> keys = new TreeMap<>();
    keys.put("hbase.tiered.wal.policy", "ALL_RAMDISK");
    keys.put("hbase.tiered.flush.policy", TABLE_POLICY);
    keys.put("hbase.tiered.compaction.policy", "HOT");
    keys.put("hbase.tiered.compaction.small.policy", TABLE_POLICY);
    keys.put(
        "hbase.tiered.compaction.small.max.size", Long.toString(plan.smallCompactedMaxBytes()));
    keys.put("hbase.tiered.archive.policy", "COLD");
    keys.put("hbase.tiered.archive.min.age", "10s");
    keys.put("hbase.master.hfilecleaner.ttl", "1800000");
    return keys;
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
