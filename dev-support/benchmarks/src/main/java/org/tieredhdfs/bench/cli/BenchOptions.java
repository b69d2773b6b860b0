package org.tieredhdfs.bench.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.localcluster.cli.ClusterOption;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.report.Side;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of every benchmark that starts clusters. */
public final class BenchOptions {
  /** Whose code is measured. */
  enum Sides {
    OURS,
    STOCK,
    BOTH;

    List<Side> sides() {
      return switch (this) {
        case OURS -> List.of(Side.OURS);
        case STOCK -> List.of(Side.STOCK);
        case BOTH -> List.of(Side.STOCK, Side.OURS);
      };
    }
  }

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
          "once and for a short time each, to see that it works; --repeats and --seconds"
              + " prevail")
  private boolean quick;

  @Option(
      names = "--cases",
      paramLabel = "NAME[,...]",
      split = ",",
      description = "only these cases")
  private List<String> cases = List.of();

  @Option(
      names = "--conf",
      paramLabel = "KEY=VALUE",
      description = "a setting for core-site or hdfs-site, told by its prefix")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--out",
      paramLabel = "D",
      description =
          "folder of report.json and report.html; by default target/bench/<name> in the"
              + " repository")
  private @Nullable Path out;

  Path out(String name) {
    Path given = out;
    return given == null ? ClusterOption.home().resolve("target/bench/" + name) : given;
  }

  /** Whether it is only to be seen that it works. */
  boolean isQuick() {
    return quick;
  }

  /** What a benchmark does where nothing else is asked for. */
  record Defaults(int repeats, int seconds, int quickSeconds) {}

  BenchPlan plan(String name, Defaults defaults) throws IOException {
    Integer askedRepeats = repeats;
    Integer askedSeconds = seconds;
    return new BenchPlan(
        side.sides(),
        askedRepeats != null ? askedRepeats : quick ? 1 : defaults.repeats(),
        askedSeconds != null ? askedSeconds : quick ? defaults.quickSeconds() : defaults.seconds(),
        cases,
        cluster.dir(),
        out(name),
        ClassPaths.built(ClusterOption.home()),
        settings);
  }
}
