package org.tieredhdfs.bench.cli;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.localcluster.cli.ClusterOption;
import org.tieredhdfs.localcluster.cli.ConsoleProgress;
import org.tieredhdfs.localcluster.cli.ReportOption;
import org.tieredhdfs.localcluster.cli.SettingsOption;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.text.BenchReport;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of every benchmark that starts clusters. */
public final class BenchOptions {
  /** Whose code is measured. */
  public enum Sides {
    OURS,
    STOCK,
    BOTH;

    /** In the order in which they take turns. */
    public List<Side> sides() {
      return switch (this) {
        case OURS -> List.of(Side.OURS);
        case STOCK -> List.of(Side.STOCK);
        case BOTH -> List.of(Side.STOCK, Side.OURS);
      };
    }
  }

  private static final int CALIBRATE_SECONDS = 1;

  @Mixin ClusterOption cluster;

  @Option(
      names = "--side",
      paramLabel = "ours|stock|both",
      description = "whose code is measured; default: both, in turns")
  private Sides side = Sides.BOTH;

  @Option(
      names = {"--repeats", "--repeat"},
      paramLabel = "N",
      description = "how often each case is measured on each side")
  private @Nullable Integer repeats;

  @Option(
      names = {"--seconds", "--freeze-sec"},
      paramLabel = "N",
      description = "length of what is measured in each case; of a freeze, where there is one")
  private @Nullable Integer seconds;

  @Option(
      names = "--quick",
      description =
          "once and for a short time each, on media that are not held against their models, to"
              + " see that it works; --repeats and --seconds prevail")
  private boolean quick;

  @Option(
      names = "--cases",
      paramLabel = "NAME[,...]",
      split = ",",
      description = "only these cases")
  private List<String> cases = List.of();

  @Mixin SettingsOption settings;
  @Mixin ReportOption report;

  private final Defaults defaults;

  /** The default plan of a benchmark. */
  record Defaults(int repeats, int seconds, int quickSeconds) {}

  /** A benchmark, from its plan to its report. */
  interface Benchmark {
    Report run(BenchPlan plan, Progress progress) throws Exception;
  }

  /**
   * @param name of the benchmark, and of the folder of its report
   */
  BenchOptions(String name, Defaults defaults) {
    report = new ReportOption("target/bench/" + name);
    this.defaults = defaults;
  }

  /** Whether it is only to be seen that it works. */
  boolean isQuick() {
    return quick;
  }

  /**
   * Measures what is asked for, and reports.
   *
   * @param shown the metrics to print; the report has them all
   * @return the exit code of the command
   */
  int run(Benchmark benchmark, String... shown) throws Exception {
    ConsoleProgress progress = ConsoleProgress.onStandardError();
    try {
      return BenchReport.finish(benchmark.run(plan(), progress), report.folder(), shown);
    } finally {
      progress.clear();
    }
  }

  private BenchPlan plan() throws IOException {
    Integer askedRepeats = repeats;
    Integer askedSeconds = seconds;
    return new BenchPlan(
        side.sides(),
        askedRepeats != null ? askedRepeats : quick ? 1 : defaults.repeats(),
        askedSeconds != null ? askedSeconds : quick ? defaults.quickSeconds() : defaults.seconds(),
        cases,
        cluster.dir(),
        report.folder(),
        ClassPaths.built(ClusterOption.home()),
        settings.settings(),
        quick ? 0 : CALIBRATE_SECONDS);
  }
}
