package org.tieredhdfs.bench.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.dfsio.DfsioBench;
import org.tieredhdfs.bench.dfsio.DfsioScale;
import org.tieredhdfs.localcluster.media.MediaPace;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What each medium gives to DFSIO. */
@Command(
    name = "dfsio",
    sortOptions = false,
    description = {
      "Repeats the DFSIO part of the study of flash arrays of 2013, scaled to one machine with"
          + " emulated media (root, Linux 6.2): writes, and reads in sequence, at random,"
          + " backward and with skips, with few and many threads, with and without read-ahead, on"
          + " memory, SSDs and hard disks, with Apache Hadoop and with this project.",
      "A case is called ssd-random-12, or ssd-random-12-noreadahead; --cases also takes the"
          + " beginnings of names, such as ssd or hdd-random. --seconds means nothing here. A run"
          + " that was interrupted goes on with --resume."
    })
public final class BenchDfsioCommand implements Callable<Integer> {
  /** Until a DataNode and a client on two cores have most of their code compiled. */
  private static final int WARM_UP_SEC = 20;

  @Mixin BenchOptions options = new BenchOptions("dfsio", new BenchOptions.Defaults(1, 1, 1));
  @Mixin ScaledOptions scaled = new ScaledOptions(MediaPace.DEFAULT_FACTOR);

  @Option(
      names = "--scale",
      paramLabel = "S",
      description =
          "which fraction of a file of the study, 9,600 MB, a file has; default: 1/1200, with"
              + " --quick 1/2400")
  private @Nullable Double scale;

  @Option(
      names = "--threads",
      paramLabel = "N[,...]",
      split = ",",
      description =
          "how many threads, each with a file of its own; default: 3,12,72, with --quick 12")
  private @Nullable List<Integer> threads;

  @Override
  public Integer call() throws Exception {
    DfsioScale usual = options.isQuick() ? DfsioScale.QUICK : DfsioScale.USUAL;
    DfsioScale asked =
        new DfsioScale(
            ScaledOptions.or(scale, usual.data()),
            usual.files(),
            ScaledOptions.or(threads, usual.threads()));
    int warmUpSec = options.isQuick() ? 0 : WARM_UP_SEC;
    return options.run(
        (plan, progress) -> new DfsioBench(plan, scaled.run(), asked, warmUpSec, progress).run(),
        "mbPerSec",
        "p99Us",
        "cpuSecPerGb",
        "mbRatio",
        "studyMbRatio");
  }
}
