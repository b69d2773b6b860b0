package org.tieredhdfs.bench.cli;

import java.util.concurrent.Callable;
import org.tieredhdfs.bench.wal.WalBench;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What one replica of a log in memory costs against all. */
@Command(
    name = "wal",
    sortOptions = false,
    description = {
      "Compares ONE_RAMDISK and ALL_RAMDISK for logs that are written record by"
          + " record with hflush, in turns, on three DataNodes: records per second and"
          + " time per record.",
      "By default 10 pairs (--repeats) of 10 seconds a side: about 4 minutes; --side means nothing"
          + " here. 1.5 GB of memory, and as much of RAM volumes as is written."
    })
public final class BenchWalCommand implements Callable<Integer> {
  @Mixin BenchOptions options = new BenchOptions("wal", new BenchOptions.Defaults(10, 10, 1));

  @Option(
      names = "--writers",
      paramLabel = "N",
      description = "logs that are written at a time; default: ${DEFAULT-VALUE}")
  private int writers = 4;

  @Option(
      names = "--emulated",
      description = "DISK volumes are emulated disks (root); by default they are plain folders")
  private boolean emulated;

  @Override
  public Integer call() throws Exception {
    return options.run(
        (plan, progress) -> new WalBench(plan, writers, emulated, progress).run(),
        "recordsPerSec",
        "hflushMeanUs",
        "hflushP50Us",
        "hflushP99Us");
  }
}
