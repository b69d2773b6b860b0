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
public final class HdfsCommand implements Callable<Integer> {
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

  @Mixin ClusterOption cluster;

  @Parameters(arity = "1..*", paramLabel = "TOOL [ARGUMENT...]", description = "what to run")
  private List<String> words;

  @Override
  public Integer call() throws IOException, ClusterException {
    return ToolRunner.run(cluster.dir(), TOOLS, words);
  }
}
