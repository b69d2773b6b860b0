package org.tieredhdfs.bench.cli;

import java.util.concurrent.Callable;
import org.tieredhdfs.bench.VolumesBench;
import org.tieredhdfs.bench.VolumesLoad;
import org.tieredhdfs.localcluster.media.MediaPace;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares volume choosing policies on unequal volumes. */
@Command(
    name = "volumes",
    sortOptions = false,
    description = {
      "Compares Hadoop's volume choosing policies with this project's on eight"
          + " emulated disks of one type, four of them twice as fast as the others, and"
          + " on equal disks. Also slows down a volume for a while, to see how fast it"
          + " loses its share and gets it back.",
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
      names = "--media-factor",
      paramLabel = "F",
      description =
          "how many times slower than hard disks the fast volumes are, the slow ones are twice as"
              + " slow; default: ${DEFAULT-VALUE}")
  private double mediaFactor = MediaPace.DEFAULT_FACTOR;

  @Override
  public Integer call() throws Exception {
    return options.run(
        (plan, progress) ->
            new VolumesBench(plan, new VolumesLoad(writers, mediaFactor), progress).run(),
        "mbPerSec",
        "failedWrites",
        "fastHalfSharePercent",
        "loseShareSec",
        "regainShareSec");
  }
}
