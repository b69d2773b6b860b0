package org.tieredhdfs.bench.cli;

import java.util.concurrent.Callable;
import org.tieredhdfs.bench.VolumesBench;
import org.tieredhdfs.bench.VolumesLoad;
import org.tieredhdfs.localcluster.cli.ConsoleProgress;
import org.tieredhdfs.report.text.BenchReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What policies of choosing volumes make of unequal ones. */
@Command(
    name = "volumes",
    sortOptions = false,
    description = {
      "Writes to eight volumes of one type, four of them twice as fast as the others, with Hadoop's"
          + " policies of choosing volumes and with ours; the same with equal volumes; and lets a"
          + " volume slow down for a while to see how soon it loses its share and gets it back.",
      "By default 3 repeats of 30 seconds: about 25 minutes for both sides; --quick takes about 3.",
    })
public final class BenchVolumesCommand implements Callable<Integer> {
  private static final String NAME = "volumes";
  private static final BenchOptions.Defaults DEFAULTS = new BenchOptions.Defaults(3, 30, 5);

  @Mixin BenchOptions options;

  @Option(
      names = "--writers",
      paramLabel = "N",
      description = "threads that write; default: ${DEFAULT-VALUE}")
  private int writers = 16;

  @Option(
      names = "--fast-mb",
      paramLabel = "N",
      description =
          "bandwidth of a fast volume in MB/s, a slow one has half; six times this has to be well"
              + " below what the disk under --dir takes; default: ${DEFAULT-VALUE}")
  private int fastMbPerSec = 24;

  @Override
  public Integer call() throws Exception {
    ConsoleProgress progress = ConsoleProgress.onStandardError();
    try {
      VolumesBench bench =
          new VolumesBench(
              options.plan(NAME, DEFAULTS), new VolumesLoad(writers, fastMbPerSec), progress);
      return BenchReport.finish(
          bench.run(),
          options.out(NAME),
          "mbPerSec",
          "failedWrites",
          "fastHalfSharePercent",
          "loseShareSec",
          "regainShareSec");
    } finally {
      progress.clear();
    }
  }
}
