package org.tieredhdfs.bench.cli;

import java.util.concurrent.Callable;
import org.tieredhdfs.bench.failslow.FailSlowBench;
import org.tieredhdfs.bench.failslow.FailSlowOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a volume that hangs or is slow does to its users. */
@Command(
    name = "failslow",
    sortOptions = false,
    description = {
      "Hangs, slows or stutters one emulated volume while clients put rows into HBase, flush records"
          + " and read, and measures the longest operation of each kind, until when the volume is"
          + " used again, and whether anything acknowledged is lost. With Apache Hadoop and with"
          + " this project in turn.",
      "Cases: no-fault, wal-hang-ram, wal-hang-ssd, wal-hang-disk, reads-hang, slow-10x, stutter,"
          + " wal-hang-ssd-pipeline, wal-hang-ssd-3-nodes. By default 3 repeats with a fault of 60"
          + " seconds: about 4 hours and 6 GB of memory. Empties the page cache of the machine each"
          + " second. Needs root."
    })
public final class BenchFailSlowCommand implements Callable<Integer> {
  @Mixin BenchOptions options = new BenchOptions("failslow", new BenchOptions.Defaults(3, 60, 8));

  @Option(
      names = "--datanodes",
      paramLabel = "N",
      description =
          "DataNodes of the cluster, 3 or more; wal-hang-ssd-3-nodes has three in any case; default:"
              + " ${DEFAULT-VALUE}")
  private int dataNodes = 5;

  @Option(
      names = "--false-alarms",
      description =
          "measures this project where no volume fails: no-fault-heavy (64 writers, scans and moves"
              + " for --seconds), node-slow-10x, and machine-pause (a DataNode is stopped for 5"
              + " seconds)")
  private boolean isOfFalseAlarms;

  @Option(
      names = "--keep-page-cache",
      description =
          "leaves the page cache of the machine alone, for the sake of others that use it; reads"
              + " come from memory then, and do not notice most faults")
  private boolean keepsPageCache;

  @Override
  public Integer call() throws Exception {
    FailSlowOptions own = new FailSlowOptions(dataNodes, isOfFalseAlarms, keepsPageCache);
    return options.run(
        (plan, progress) -> new FailSlowBench(plan, own, progress).run(),
        "longestPutMs",
        "longestHflushMs",
        "longestReadMs",
        "putP999Ms",
        "lostRows",
        "backInUseSec",
        "cutOffWriters",
        "excludedMax");
  }
}
