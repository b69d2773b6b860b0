package org.tieredhdfs.bench.experiment;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.localcluster.cli.ClusterOption;
import org.tieredhdfs.localcluster.cli.ReportOption;
import org.tieredhdfs.localcluster.cli.SettingsOption;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.report.Side;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of every experiment. */
public final class BenchOptions {
  /** Keeps devices as busy as those of a study, although there are few processors. */
  public static final double SLOW_MEDIA_FACTOR = 15;

  /** In the order in which they take turns. */
  public static final List<Side> BOTH = List.of(Side.STOCK, Side.OURS);

  private static final int CALIBRATE_SECONDS = 1;

  @Mixin private ClusterOption cluster;

  @Option(
      names = {"--side", "--sides"},
      paramLabel = "SIDE[,...]",
      split = ",",
      description =
          "whose code is measured, in turns: stock, ours, or both; default: both, or all there are")
  private List<String> sides = List.of();

  @Option(
      names = {"--repeats", "--repeat", "--pairs", "--seeds"},
      paramLabel = "N",
      description = "how often each case is measured on each side")
  private @Nullable Integer repeats;

  @Option(
      names = {"--seconds", "--freeze-sec"},
      paramLabel = "N",
      description = "length of what is measured in each case; of a fault, where there is one")
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
      description = "only these cases, by their names or the beginnings of their names")
  private List<String> cases = List.of();

  @Option(
      names = "--media-factor",
      paramLabel = "F",
      description =
          "how many times slower than their models devices are; default: ${DEFAULT-VALUE}")
  private double mediaFactor;

  @Option(
      names = "--resume",
      description =
          "goes on with what the report there has: cases, sides and repeats are not done again")
  private boolean resume;

  @Mixin private SettingsOption settings;
  @Mixin private ReportOption report;

  private final String name;
  private final Defaults defaults;

  /**
   * The default plan of an experiment.
   *
   * @param mediaFactor by which devices are slower than their models
   * @param allSides whose code can be measured
   */
  public record Defaults(
      int repeats, int seconds, int quickSeconds, double mediaFactor, List<Side> allSides) {
    /** Of stock and this project, on media at the usual pace. */
    public Defaults(int repeats, int seconds, int quickSeconds) {
      this(repeats, seconds, quickSeconds, MediaPace.DEFAULT_FACTOR, BOTH);
    }

    /** Of a study, once each, with devices so slow that they are as busy as those of the study. */
    public static Defaults ofStudy(int seconds, int quickSeconds) {
      return new Defaults(1, seconds, quickSeconds, SLOW_MEDIA_FACTOR, BOTH);
    }

    /** The same with media of another pace. */
    public Defaults withMediaFactor(double factor) {
      return new Defaults(repeats, seconds, quickSeconds, factor, allSides);
    }
  }

  /**
   * @param name of the experiment, and of the folder of its report
   */
  public BenchOptions(String name, Defaults defaults) {
    this(name, "target/bench/" + name, defaults);
  }

  /** With another folder. */
  public BenchOptions(String name, String folder, Defaults defaults) {
    this.name = name;
    this.defaults = defaults;
    mediaFactor = defaults.mediaFactor();
    report = new ReportOption(folder);
  }

  String name() {
    return name;
  }

  boolean isQuick() {
    return quick;
  }

  BenchPlan plan() throws IOException {
    Integer askedRepeats = repeats;
    Integer askedSeconds = seconds;
    return new BenchPlan(
        sides(),
        askedRepeats != null ? askedRepeats : quick ? 1 : defaults.repeats(),
        askedSeconds != null ? askedSeconds : quick ? defaults.quickSeconds() : defaults.seconds(),
        cases,
        cluster.dir(),
        report.folder(),
        ClassPaths.built(ClusterOption.home()),
        settings.settings(),
        quick ? 0 : CALIBRATE_SECONDS,
        mediaFactor,
        ClusterOption.home(),
        resume);
  }

  private List<Side> sides() {
    return sides.isEmpty() && !quick ? defaults.allSides() : sides(sides, defaults.allSides());
  }

  /**
   * Sides by their names in the report; {@code both}, or none, for the first two.
   *
   * @param known those that there are
   * @throws IllegalArgumentException if there is no such side
   */
  private static List<Side> sides(List<String> asked, List<Side> known) {
    List<String> labels = known.stream().map(Side::label).toList();
    if (asked.isEmpty() || asked.equals(List.of("both"))) {
      return known.subList(0, 2);
    }
    for (String label : asked) {
      if (!labels.contains(label)) {
        throw new IllegalArgumentException(
            "--side: '"
                + label
                + "' is not allowed; it has to be both, or one or more of "
                + String.join(", ", labels));
      }
    }
    return asked.stream().distinct().map(label -> known.get(labels.indexOf(label))).toList();
  }
}
