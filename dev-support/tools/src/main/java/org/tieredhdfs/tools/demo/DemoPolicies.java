package org.tieredhdfs.tools.demo;

import java.io.IOException;
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
  private final List<PathPolicy> mapping;
  private final String logType;

  private DemoPolicies(List<PathPolicy> mapping, String logType) {
    this.mapping = mapping;
    this.logType = logType;
  }

  /** For stock Hadoop, the memory is NVDIMM, its one type with a policy of its own. */
  static DemoPolicies of(boolean stock) {
    String logPolicy = stock ? "ALL_NVDIMM" : "ALL_RAMDISK";
    return new DemoPolicies(
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
    return Map.of(FileClass.WAL, Set.of(logType), FileClass.TABLE, Set.of("SSD"));
  }
}
