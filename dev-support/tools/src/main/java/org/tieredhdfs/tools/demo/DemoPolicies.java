package org.tieredhdfs.tools.demo;

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
import org.tieredhdfs.tools.cluster.ClusterException;
import org.tieredhdfs.tools.cluster.Progress;
import org.tieredhdfs.ycsb.report.FileClass;

/** Where the demo wants HBase's files, and the directories' policies that put them there. */
final class DemoPolicies {
  /** Where archived files belong; on stock Hadoop nothing takes them there. */
  static final String ARCHIVE_TYPE = "ARCHIVE";

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
            new PathPolicy("/hbase", "ALL_SSD"),
            new PathPolicy("/hbase/WALs", logPolicy),
            new PathPolicy("/hbase/oldWALs", logPolicy),
            new PathPolicy("/hbase/data", "ALL_SSD"),
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

  /** Gives the directories their policies, and makes them, since HBase has not yet. */
  void apply(FileSystem fs, Progress progress) throws IOException, ClusterException {
    for (PathPolicyResult result : new PathPolicyApplier(fs, false, true).apply(mapping)) {
      progress.done("policy       " + result.describe());
      if (!result.isGood()) {
        throw new ClusterException("path policies: " + result.describe());
      }
    }
  }

  /** The storage types on which all bytes of a class of files have to be. */
  Map<FileClass, Set<String>> expected() {
    Map<FileClass, Set<String>> expected = new EnumMap<>(FileClass.class);
    expected.put(FileClass.WAL, Set.of(logType));
    expected.put(FileClass.TABLE, Set.of("SSD"));
    if (!stock) {
      expected.put(FileClass.ARCHIVED, Set.of(ARCHIVE_TYPE));
    }
    return expected;
  }
}
