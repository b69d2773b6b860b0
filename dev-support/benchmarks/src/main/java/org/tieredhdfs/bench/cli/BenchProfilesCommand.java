package org.tieredhdfs.bench.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.profiles.ProfilesBench;
import org.tieredhdfs.bench.profiles.ProfilesOptions;
import org.tieredhdfs.localcluster.cli.ClusterOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the defaults of execution profiles buy. */
@Command(
    name = "profiles",
    sortOptions = false,
    description = {
      "Measures what the defaults of execution profiles buy where they differ from Hadoop's values,"
          + " in pairs on one cluster with emulated media (root, Linux 6.2, gcc): what archived"
          + " data leaves of hot files in the page cache, read-ahead in memory, and how many writes"
          + " exceed thresholds of slow I/O.",
      "By default 3 pairs (--repeats), about 15 minutes; --seconds is the length of a load, and"
          + " --side means nothing here. 2 GB of memory, and up to 4 GB in RAM volumes."
    })
public final class BenchProfilesCommand implements Callable<Integer> {
  private static final int USUAL_BULK_MB = 512;
  private static final int QUICK_BULK_MB = 64;

  @Mixin BenchOptions options = new BenchOptions("profiles", new BenchOptions.Defaults(3, 15, 2));

  @Option(
      names = "--media-factor",
      paramLabel = "F",
      description =
          "how many times slower than their models all devices are; default: ${DEFAULT-VALUE}")
  private double mediaFactor = 1;

  @Option(
      names = "--mb",
      paramLabel = "N",
      description = "MB that archive-behind writes and reads back; default: 512, with --quick 64")
  private @Nullable Integer bulkMb;

  @Override
  public Integer call() throws Exception {
    ProfilesOptions asked =
        new ProfilesOptions(
            ClusterOption.home(),
            mediaFactor,
            ScaledOptions.or(bulkMb, options.isQuick() ? QUICK_BULK_MB : USUAL_BULK_MB));
    return options.run(
        (plan, progress) -> new ProfilesBench(plan, asked, progress).run(),
        "mbPerSec",
        "datanodeCpuSecPerGb",
        "hotResidentPercent",
        "hotP99Ms",
        "mbPerSecRatioMedian",
        "datanodeCpuSecPerGbRatioMedian",
        "fullWritesOver300MsPerDay",
        "halfWritesOver300MsPerDay");
  }
}
