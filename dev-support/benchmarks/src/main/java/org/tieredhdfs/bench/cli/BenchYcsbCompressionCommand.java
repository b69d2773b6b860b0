package org.tieredhdfs.bench.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.study.Compression;
import org.tieredhdfs.bench.study.StudyScale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What compression buys on slow media. */
@Command(
    name = "ycsb-compression",
    sortOptions = false,
    description = {
      "Loads HBase with YCSB on emulated hard disks (root, Linux 6.2), without compression, with"
          + " HBase's compression of compacted files, of all files of the table or of the"
          + " write-ahead log, and on btrfs with its compression and without, with Apache Hadoop"
          + " and HBase"
          + " and with this project.",
      "The cases are hdd-none, hdd-compacted-gz and so on, or all; --seconds means nothing here."
          + " Those on btrfs are skipped where there is no mkfs.btrfs. With --quick clusters are not"
          + " warmed up. A run that was interrupted goes on with --resume."
    })
public final class BenchYcsbCompressionCommand implements Callable<Integer> {
  @Mixin
  BenchOptions options = new BenchOptions("ycsb-compression", new BenchOptions.Defaults(1, 1, 1));

  @Mixin ScaledOptions scaled = new ScaledOptions(ScaledOptions.SLOW_MEDIA_FACTOR);

  @Option(
      names = "--scale",
      paramLabel = "S",
      description =
          "which fraction of a region's data in the study of 2016 a region gets, 1/128 or more;"
              + " default: 1/64, with --quick 1/128")
  private @Nullable Double scale;

  @Option(
      names = "--regions",
      paramLabel = "N",
      description = "regions of the table; default: 2, with --quick 1")
  private @Nullable Integer regions;

  @Override
  public Integer call() throws Exception {
    StudyScale usual = options.isQuick() ? Compression.QUICK : Compression.USUAL;
    StudyScale asked =
        new StudyScale(
            ScaledOptions.or(scale, usual.data()), ScaledOptions.or(regions, usual.maxRegions()));
    return options.run(
        (plan, progress) ->
            Compression.experiment(scaled.run(), asked, !options.isQuick(), plan.cases(), progress)
                .run(plan, scaled.run(), progress),
        "opsPerSec",
        "longestStallMs",
        "opsRatio",
        "cpuRatio",
        "writtenRatio");
  }
}
