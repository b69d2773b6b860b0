package org.tieredhdfs.localcluster.cli;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.LocalCluster;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Starts a cluster and leaves it running. */
@Command(
    name = "up",
    sortOptions = false,
    description = {
      "Starts NameNode, DataNodes, ZooKeeper, HMaster and RegionServers as separate"
          + " processes on 127.0.0.1, and leaves them running.",
      "If a daemon does not start, its name and the end of its log are printed, and"
          + " all are stopped again."
    },
    footer = {
      "",
      "Each DataNode has one RAMDISK (tmpfs), SSD, DISK and ARCHIVE volume. Stock Hadoop has no"
          + " RAMDISK: with --stock the same volume in memory is typed NVDIMM, whose policy is"
          + " ALL_NVDIMM."
    })
public final class UpCommand implements Callable<Integer> {
  @Mixin ClusterOption cluster;
  @Mixin SpecOptions options;

  @Override
  public Integer call() throws IOException, ClusterException {
    ClusterSpec spec = options.spec(cluster.dir(), Map.of());
    options.requireMark(spec);
    ConsoleProgress progress = ConsoleProgress.onStandardError();
    try (LocalCluster local = new LocalCluster(spec, progress)) {
      ClusterView view = local.startHdfs();
      if (spec.hasHbase()) {
        local.startHbase();
      }
      local.leaveRunning();
      print(view);
    } finally {
      progress.clear();
    }
    return 0;
  }

  private static void print(ClusterView view) {
    System.out.println("fs.defaultFS   " + view.defaultFs());
    System.out.println("NameNode       http://" + view.record().nameNodeHttp());
    if (view.hasHbase()) {
      System.out.println("ZooKeeper      " + view.record().zooKeeper());
    }
    System.out.println("logs           " + view.dirs().logs());
    System.out.println("environment    source " + view.dirs().environment());
  }
}
