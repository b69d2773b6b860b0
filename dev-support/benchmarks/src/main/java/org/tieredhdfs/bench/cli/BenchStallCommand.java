package org.tieredhdfs.bench.cli;

import java.util.concurrent.Callable;
import org.tieredhdfs.bench.StallBench;
import org.tieredhdfs.localcluster.cli.ConsoleProgress;
import org.tieredhdfs.report.text.BenchReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What a volume that hangs does to the users of another one. */
@Command(
    name = "stall",
    sortOptions = false,
    description = {
      "Lets the disk of a DataNode hang while others use the DataNode's volume in memory, and shows"
          + " what they notice: alone, with re-replication, with Hadoop's Mover, with block"
          + " reports; writes only (freeze) or everything (hang); and the time that createRbw and"
          + " finalizeBlock take under light and heavy load.",
      "By default 5 repeats of 10 seconds: about 45 minutes for both sides; --quick takes about 4."
          + " A case from which the host of a virtual machine stole more than 3 % of the processors'"
          + " time is measured again, up to three times in all.",
    })
public final class BenchStallCommand implements Callable<Integer> {
  private static final String NAME = "stall";
  private static final BenchOptions.Defaults DEFAULTS = new BenchOptions.Defaults(5, 10, 3);

  @Mixin BenchOptions options;

  @Override
  public Integer call() throws Exception {
    ConsoleProgress progress = ConsoleProgress.onStandardError();
    try {
      StallBench bench = new StallBench(options.plan(NAME, DEFAULTS), progress);
      return BenchReport.finish(
          bench.run(),
          options.out(NAME),
          "fastWriteP99Ms",
          "fastWriteP999Ms",
          "fastWriteMaxMs",
          "fastReadMaxMs",
          "lastContactMaxSec",
          "stolenPercent");
    } finally {
      progress.clear();
    }
  }
}
