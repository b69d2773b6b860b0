package org.tieredhdfs.bench.cli;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.write.WriteBench;
import org.tieredhdfs.bench.write.WriteMedia;
import org.tieredhdfs.bench.write.WritePlan;
import org.tieredhdfs.bench.write.WritePlan.WriteSizes;
import org.tieredhdfs.localcluster.cli.ClusterOption;
import org.tieredhdfs.localcluster.cli.ConsoleProgress;
import org.tieredhdfs.localcluster.cli.ReportOption;
import org.tieredhdfs.localcluster.cli.SettingsOption;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.text.BenchReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the write path with this project's client, its DataNodes, or both. */
@Command(
    name = "write",
    sortOptions = false,
    description = {
      "Compares Hadoop's client and DataNodes with this project's, in pairs: one to"
          + " three writers, three replicas, records with hflush or hsync, and reads."
          + " Measures MB/s, latency, processor time of client and DataNodes, and system"
          + " calls.",
      "By default 10 pairs: about 20 minutes and 5 GB of memory; --quick takes less than one.",
    })
public final class BenchWriteCommand implements Callable<Integer> {
  private static final int USUAL_PAIRS = 10;
  private static final List<Side> SIDES =
      List.of(Side.STOCK, Side.OURS, Side.STOCK_CLIENT, Side.STOCK_DATANODE);

  @Mixin ClusterOption cluster;

  @Option(
      names = {"--side", "--sides"},
      paramLabel = "SIDE[,...]",
      split = ",",
      description =
          "stock, ours, stock-client (on our DataNodes), stock-datanode (with our client);"
              + " default: all, with --quick the first two; ratios need stock")
  private List<String> sides = List.of();

  @Option(
      names = {"--pairs", "--repeats"},
      paramLabel = "N",
      description = "how often each case is measured on each side; default: 10")
  private @Nullable Integer pairs;

  @Option(
      names = "--quick",
      description =
          "one pair with little to write and nothing to warm up, to see that it works; --pairs,"
              + " --side and --mb prevail")
  private boolean quick;

  @Option(
      names = "--cases",
      paramLabel = "NAME[,...]",
      split = ",",
      description = "only these cases, such as write-1, write-r3, hflush-1k, pread-4k")
  private List<String> cases = List.of();

  @Option(
      names = "--media",
      paramLabel = "ram|ssd|hdd",
      description =
          "what the volumes are made of: memory, or emulated SSDs or hard disks at a fifth of their"
              + " speed (needs root); default: ram")
  private WriteMedia media = WriteMedia.RAM;

  @Option(
      names = "--mb",
      paramLabel = "N",
      description = "MB that one measurement writes or reads in a stream; default: 1024")
  private @Nullable Integer streamMb;

  @Mixin SettingsOption settings;
  @Mixin ReportOption report = new ReportOption("target/bench/write");

  @Override
  public Integer call() throws Exception {
    ConsoleProgress progress = ConsoleProgress.onStandardError();
    try {
      WriteBench.Outcome outcome = new WriteBench(plan(), progress).run();
      return BenchReport.finish(outcome.report(), report.folder(), outcome.table());
    } finally {
      progress.clear();
    }
  }

  private WritePlan plan() throws IOException {
    List<Side> byDefault = quick ? List.of(Side.STOCK, Side.OURS) : SIDES;
    WriteSizes sizes = quick ? WriteSizes.QUICK : WriteSizes.USUAL;
    return new WritePlan(
        new BenchPlan(
            sides.isEmpty() ? byDefault : sides.stream().distinct().map(this::side).toList(),
            ScaledOptions.or(pairs, quick ? 1 : USUAL_PAIRS),
            1,
            cases,
            cluster.dir(),
            report.folder(),
            ClassPaths.built(ClusterOption.home()),
            settings.settings(),
            1),
        media,
        sizes.withStreamMb(ScaledOptions.or(streamMb, sizes.streamMb())));
  }

  /** A side by its name in the report. */
  private Side side(String label) {
    return SIDES.stream()
        .filter(side -> side.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--side: '"
                        + label
                        + "' is not allowed; it has to be one of "
                        + String.join(", ", SIDES.stream().map(Side::label).toList())));
  }
}
