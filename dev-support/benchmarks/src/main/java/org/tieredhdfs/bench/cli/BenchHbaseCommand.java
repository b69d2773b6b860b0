package org.tieredhdfs.bench.cli;

import java.util.concurrent.Callable;
import org.tieredhdfs.bench.hbase.HBaseCostBench;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What placement costs HBase. */
@Command(
    name = "hbase",
    sortOptions = false,
    description = {
      "Compares the processor time per operation of Apache HBase and of HBase with"
          + " all placement on, by YCSB loads in pairs, with all files on one storage"
          + " type.",
      "By default 12 pairs (--repeats) of 300,000 rows: about 15 minutes; --seconds and --side mean"
          + " nothing here. Two clusters run at a time: 5 GB of memory.",
    })
public final class BenchHbaseCommand implements Callable<Integer> {
  private static final int QUICK_RECORDS = 10_000;
  // the processor time of an operation halves while HBase's code is compiled
  private static final int WARM_UPS = 4;

  @Mixin BenchOptions options = new BenchOptions("hbase", new BenchOptions.Defaults(12, 1, 1));

  @Option(
      names = "--records",
      paramLabel = "N",
      description = "rows of a load; default: ${DEFAULT-VALUE}")
  private int records = 300_000;

  @Override
  public Integer call() throws Exception {
    return options.run(
        (plan, progress) ->
            new HBaseCostBench(
                    plan,
                    options.isQuick() ? QUICK_RECORDS : records,
                    options.isQuick() ? 1 : WARM_UPS,
                    progress)
                .run(),
        "regionServerCpuPerOpUs",
        "allDaemonsCpuPerOpUs",
        "opsPerSec");
  }
}
