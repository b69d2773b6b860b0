package org.tieredhdfs.bench.cli;

import java.util.concurrent.Callable;
import org.tieredhdfs.bench.VolumesBench;
import org.tieredhdfs.bench.VolumesLoad;
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
  @Mixin BenchOptions options = new BenchOptions("volumes", new BenchOptions.Defaults(3, 30, 5));

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
    return options.run(
        (plan, progress) ->
            new VolumesBench(plan, new VolumesLoad(writers, fastMbPerSec), progress).run(),
        "mbPerSec",
        "failedWrites",
        "fastHalfSharePercent",
        "loseShareSec",
        "regainShareSec");
  }
}
