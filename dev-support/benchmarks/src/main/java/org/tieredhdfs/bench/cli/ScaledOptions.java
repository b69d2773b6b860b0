package org.tieredhdfs.bench.cli;

import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.rows.ScaledRun;
import org.tieredhdfs.localcluster.cli.ClusterOption;
import picocli.CommandLine.Option;

/** The options of benchmarks that repeat a study on one machine. */
final class ScaledOptions {
  /** Keeps devices as busy as those of the study, although there are few processors. */
  static final double SLOW_MEDIA_FACTOR = 15;

  @Option(
      names = "--media-factor",
      paramLabel = "F",
      description =
          "how many times slower than their models all devices are: so that the processors of a"
              + " small machine keep them as busy as those of the study were; default:"
              + " ${DEFAULT-VALUE}")
  private double mediaFactor;

  @Option(
      names = "--resume",
      description =
          "goes on with what the report there has: cases, sides and repeats are not done"
              + " again")
  private boolean resume;

  ScaledOptions(double mediaFactor) {
    this.mediaFactor = mediaFactor;
  }

  ScaledRun run() {
    return new ScaledRun(ClusterOption.home(), mediaFactor, resume);
  }

  /** What was asked for, or else the usual. */
  static <T> T or(@Nullable T asked, T usual) {
    return asked != null ? asked : usual;
  }
}
