package org.tieredhdfs.localcluster.cli;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.tieredhdfs.localcluster.spec.ClusterException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Runs one of HBase's command-line tools. */
@Command(
    name = "hbase",
    sortOptions = false,
    description = {
      "Runs an HBase command-line tool against the cluster; all arguments after its"
          + " name go to the tool, and its exit code is returned.",
      "Tools: canary, classpath, hbck, hfile, placement, snapshotinfo, version, wal, zkcli, or the name of a"
          + " class. There is no shell: its libraries are not published completely."
    })
public final class HbaseCommand implements Callable<Integer> {
  private static final String ROOT = "org.apache.hadoop.hbase.";

  static final Map<String, String> TOOLS =
      new TreeMap<>(
          Map.of(
              "canary", ROOT + "tool.CanaryTool",
              "hbck", ROOT + "util.HBaseFsck",
              "hfile", ROOT + "io.hfile.HFilePrettyPrinter",
              "placement", "org.tieredhdfs.hbase.report.PlacementReportCommand",
              "snapshotinfo", ROOT + "snapshot.SnapshotInfo",
              "version", ROOT + "util.VersionInfo",
              "wal", ROOT + "wal.WALPrettyPrinter",
              "zkcli", ROOT + "zookeeper.ZKMainServer"));

  @Mixin ClusterOption cluster;

  @Parameters(arity = "1..*", paramLabel = "TOOL [ARGUMENT...]", description = "what to run")
  private List<String> words;

  @Override
  public Integer call() throws IOException, ClusterException {
    return ToolRunner.run(cluster.dir(), TOOLS, words);
  }
}
