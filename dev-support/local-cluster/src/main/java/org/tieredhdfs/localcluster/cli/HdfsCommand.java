package org.tieredhdfs.localcluster.cli;

import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;

/** Runs one of Hadoop's command-line tools. */
@Command(
    name = "hdfs",
    sortOptions = false,
    description = {
      "Runs an HDFS command-line tool against the cluster; all arguments after its"
          + " name go to the tool, and its exit code is returned.",
      "Tools: balancer, cacheadmin, classpath, debug, dfs, dfsadmin, diskbalancer, ec, fsck,"
          + " getconf, groups, haadmin, mover, oev, oiv, snapshotDiff, storagepolicies,"
          + " or the name of a class."
    })
public final class HdfsCommand extends ToolCommand {
  private static final String TOOLS_PACKAGE = "org.apache.hadoop.hdfs.tools.";
  private static final String SERVER_PACKAGE = "org.apache.hadoop.hdfs.server.";

  static final Map<String, String> TOOLS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("balancer", SERVER_PACKAGE + "balancer.Balancer"),
              Map.entry("cacheadmin", TOOLS_PACKAGE + "CacheAdmin"),
              Map.entry("debug", TOOLS_PACKAGE + "DebugAdmin"),
              Map.entry("dfs", "org.apache.hadoop.fs.FsShell"),
              Map.entry("dfsadmin", TOOLS_PACKAGE + "DFSAdmin"),
              Map.entry("diskbalancer", TOOLS_PACKAGE + "DiskBalancerCLI"),
              Map.entry("ec", TOOLS_PACKAGE + "ECAdmin"),
              Map.entry("fsck", TOOLS_PACKAGE + "DFSck"),
              Map.entry("getconf", TOOLS_PACKAGE + "GetConf"),
              Map.entry("groups", TOOLS_PACKAGE + "GetGroups"),
              Map.entry("haadmin", TOOLS_PACKAGE + "DFSHAAdmin"),
              Map.entry("mover", SERVER_PACKAGE + "mover.Mover"),
              Map.entry("oev", TOOLS_PACKAGE + "offlineEditsViewer.OfflineEditsViewer"),
              Map.entry("oiv", TOOLS_PACKAGE + "offlineImageViewer.OfflineImageViewerPB"),
              Map.entry("snapshotDiff", TOOLS_PACKAGE + "snapshot.SnapshotDiff"),
              Map.entry("storagepolicies", TOOLS_PACKAGE + "StoragePolicyAdmin")));

  @Override
  Map<String, String> tools() {
    return TOOLS;
  }
}
