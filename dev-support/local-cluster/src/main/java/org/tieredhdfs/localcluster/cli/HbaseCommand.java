package org.tieredhdfs.localcluster.cli;

import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;

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
public final class HbaseCommand extends ToolCommand {
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

  @Override
  Map<String, String> tools() {
    return TOOLS;
  }
}
