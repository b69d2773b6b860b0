package org.tieredhdfs.demo.cli;

import java.util.concurrent.Callable;
import org.tieredhdfs.demo.Demo;
import org.tieredhdfs.demo.LoadPlan;
import org.tieredhdfs.localcluster.cli.ClusterOption;
import org.tieredhdfs.localcluster.cli.ConsoleProgress;
import org.tieredhdfs.localcluster.cli.ReportOption;
import org.tieredhdfs.localcluster.cli.SpecOptions;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The main job, from an empty machine to a report. */
@Command(
    name = "demo",
    sortOptions = false,
    description = {
      "Starts a cluster, puts the write-ahead log on RAMDISK, flushed and small"
          + " compacted files on SSD, large compacted ones on DISK and the archive on"
          + " ARCHIVE by policy, lets the file mover's service move archived files, loads"
          + " it with YCSB, flushes, compacts, runs a mix of reads and updates, flushes,"
          + " reports where every byte is stored, and shuts everything down.",
      "All replicas of the log are on RAMDISK (ALL_RAMDISK), to show the storage type. Where nodes"
          + " can lose power together that loses acknowledged rows: ONE_RAMDISK is for those.",
      "With --stock the same on stock Hadoop and HBase."
    })
public final class DemoCommand implements Callable<Integer> {
  @Mixin ClusterOption cluster;
  @Mixin SpecOptions options;
  @Mixin LoadOptions load;
  @Mixin ReportOption report = new ReportOption("target/demo");

  @Override
  public Integer call() throws Exception {
    LoadPlan plan = load.plan(report.folder());
    ClusterSpec spec = options.spec(cluster.dir(), Demo.settings(options.isStock(), plan));
    if (!spec.hasHbase()) {
      throw new IllegalArgumentException("--no-hbase: is not allowed; the demo loads HBase");
    }
    options.requireMark(spec);
    ConsoleProgress progress = ConsoleProgress.onStandardError();
    try {
      return LoadReport.finish(new Demo(plan, progress).run(spec), report.folder());
    } finally {
      progress.clear();
    }
  }
}
