package org.tieredhdfs.bench.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.study.FlashMixes;
import org.tieredhdfs.bench.study.FlashScale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What flash gives to reads, scans and writes of HBase, with many clients and servers. */
@Command(
    name = "ycsb-flash",
    sortOptions = false,
    description = {
      "Repeats the YCSB part of the study of flash arrays of 2013, scaled to one machine with"
          + " emulated media (root, Linux 6.2): loads, scans, and mixes of inserts or updates with"
          + " reads or scans, with few and many threads, with one RegionServer on the machine and"
          + " several, with Apache Hadoop and HBase and with this project.",
      "A case is called flash-e-10m-256-rs2: 10 million records, 256 threads, 2 RegionServers."
          + " Cases on hard disks begin with disks. --cases also takes the beginnings of names,"
          + " such as disks or flash-insert55-read45. A mix runs for --seconds. With --quick"
          + " clusters are not warmed up. A run that was interrupted goes on with --resume."
    })
public final class BenchYcsbFlashCommand implements Callable<Integer> {
  @Mixin
  BenchOptions options = new BenchOptions("ycsb-flash", new BenchOptions.Defaults(1, 20, 10));

  @Mixin ScaledOptions scaled = new ScaledOptions(ScaledOptions.SLOW_MEDIA_FACTOR);

  @Option(
      names = "--scale",
      paramLabel = "S",
      description =
          "which fraction of the study's records a table has, 1/128 to 1/40; default: 1/128")
  private @Nullable Double scale;

  @Option(
      names = "--records",
      paramLabel = "M[,...]",
      split = ",",
      description =
          "how many millions of records the dataset has in the study; default: 10,30, with"
              + " --quick 10")
  private @Nullable List<Integer> millions;

  @Option(
      names = "--threads",
      paramLabel = "N[,...]",
      split = ",",
      description = "how many threads the client has; default: 64,256,1024, with --quick 64")
  private @Nullable List<Integer> threads;

  @Option(
      names = "--region-servers",
      paramLabel = "N[,...]",
      split = ",",
      description =
          "how many RegionServers this machine has in the cases on SSDs; default: 1,2,4, with"
              + " --quick 1")
  private @Nullable List<Integer> regionServers;

  @Override
  public Integer call() throws Exception {
    FlashScale usual = options.isQuick() ? FlashScale.QUICK : FlashScale.USUAL;
    FlashScale asked =
        new FlashScale(
            ScaledOptions.or(scale, usual.data()),
            ScaledOptions.or(millions, usual.millions()),
            ScaledOptions.or(threads, usual.threads()),
            ScaledOptions.or(regionServers, usual.regionServers()));
    return options.run(
        (plan, progress) ->
            FlashMixes.of(plan, scaled.run(), asked, !options.isQuick())
                .run(plan, scaled.run(), progress),
        "steadyOpsPerSec",
        "insertP99Us",
        "scanP99Us",
        "longestStallMs",
        "opsRatio",
        "studyOpsRatio");
  }
}
