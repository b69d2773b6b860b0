package org.tieredhdfs.tools.cli;

import java.util.concurrent.Callable;
import org.tieredhdfs.tools.cluster.ClusterSpec;
import org.tieredhdfs.tools.demo.Demo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The main job, from an empty machine to a report. */
@Command(
    name = "demo",
    sortOptions = false,
    description = {
      "Starts a cluster, puts the write-ahead log on RAMDISK, table files on SSD and the archive on"
          + " ARCHIVE by policy, lets the file mover's service follow what is archived, loads it with YCSB, runs a mix of reads and updates, flushes,"
          + " compacts, reports where every byte lies and shuts all down.",
      "With --stock the same on stock Hadoop and HBase."
    })
final class DemoCommand implements Callable<Integer> {
  private static final String OUT = "target/demo";

  @Mixin ClusterOption cluster;
  @Mixin SpecOptions options;
  @Mixin LoadOptions load;

  @Override
  public Integer call() throws Exception {
    ClusterSpec spec = options.spec(cluster.dir(), Demo.settings(options.isStock()));
    if (!spec.hasHbase()) {
      throw new IllegalArgumentException("--no-hbase: is not allowed; the demo loads HBase");
    }
    options.requireMark(spec);
    ConsoleProgress progress = ConsoleProgress.onStandardError();
    try {
      return LoadReport.finish(new Demo(load.plan(OUT), progress).run(spec), load.out(OUT));
    } finally {
      progress.clear();
    }
  }
}
