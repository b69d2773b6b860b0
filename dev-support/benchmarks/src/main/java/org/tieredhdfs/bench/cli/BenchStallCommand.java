package org.tieredhdfs.bench.cli;

import java.util.concurrent.Callable;
import org.tieredhdfs.bench.StallBench;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What a volume that hangs does to the users of another one. */
@Command(
    name = "stall",
    sortOptions = false,
    description = {
      "Hangs a DataNode's disk while clients use the DataNode's volume in memory,"
          + " and measures their latency: without other work, with re-replication, with"
          + " Hadoop's Mover, and with block reports; for writes only (freeze) or"
          + " everything (hang). Also measures createRbw and finalizeBlock under light"
          + " and heavy load.",
      "By default 5 repeats of 10 seconds: about 45 minutes for both sides; --quick takes about 4."
          + " A case from which the host of a virtual machine stole more than 3 %% of the processors'"
          + " time is measured again, up to three times in all.",
    })
public final class BenchStallCommand implements Callable<Integer> {
  @Mixin BenchOptions options = new BenchOptions("stall", new BenchOptions.Defaults(5, 10, 3));

  @Override
  public Integer call() throws Exception {
    return options.run(
        (plan, progress) -> new StallBench(plan, progress).run(),
        "fastWriteP99Ms",
        "fastWriteP999Ms",
        "fastWriteMaxMs",
        "fastReadMaxMs",
        "lastContactMaxSec",
        "stolenPercent");
  }
}
