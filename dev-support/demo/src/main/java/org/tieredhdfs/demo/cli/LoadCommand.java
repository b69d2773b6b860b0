package org.tieredhdfs.demo.cli;

import java.util.concurrent.Callable;
import org.tieredhdfs.demo.Demo;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.cli.ClusterOption;
import org.tieredhdfs.localcluster.cli.ConsoleProgress;
import org.tieredhdfs.localcluster.cli.ReportOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The load of the demo, for a cluster that runs already. */
@Command(
    name = "load",
    sortOptions = false,
    description = {
      "Runs the demo's load against the cluster that 'up' started, with or without"
          + " this project, and reports throughput, latency and where every byte is"
          + " stored."
    })
public final class LoadCommand implements Callable<Integer> {
  @Mixin ClusterOption cluster;
  @Mixin LoadOptions load;
  @Mixin ReportOption report = new ReportOption("target/bench/load");

  @Override
  public Integer call() throws Exception {
    ClusterView view = ClusterView.of(cluster.dir());
    if (!view.hasHbase()) {
      throw new IllegalArgumentException("--dir: " + cluster.dir() + " has no HBase to load");
    }
    ConsoleProgress progress = ConsoleProgress.onStandardError();
    try {
      Demo demo = new Demo(load.plan(report.folder()), progress);
      return LoadReport.finish(demo.load(view), report.folder());
    } finally {
      progress.clear();
    }
  }
}
