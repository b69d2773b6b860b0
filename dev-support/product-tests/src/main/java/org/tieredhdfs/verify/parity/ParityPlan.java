package org.tieredhdfs.verify.parity;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.localcluster.cli.ClusterOption;
import org.tieredhdfs.localcluster.spec.OptionRange;
import picocli.CommandLine.Option;

/** What is compared: the options of the command. */
public final class ParityPlan {
  private static final int MAX_SEEDS = 1_000_000;
  private static final int MAX_FAULTS = 2;
  private static final int MAX_MB = 1_500;

  @Option(names = "--seed", paramLabel = "N", description = "the first; default: ${DEFAULT-VALUE}")
  private long seed = 1;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "in all, with those that the file has; default: ${DEFAULT-VALUE}")
  private int seeds = 10;

  @Option(
      names = "--faults",
      paramLabel = "N",
      description = "of each schedule, 1 or 2; default: ${DEFAULT-VALUE}")
  private int faults = 1;

  @Option(
      names = "--scenario",
      paramLabel = "S",
      description = "of HDFS: ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}")
  private Scenario scenario = Scenario.RANDOM;

  @Option(
      names = "--mb",
      paramLabel = "N",
      description = "of the large file of the refusal; default: ${DEFAULT-VALUE}")
  private int mb = 900;

  @Option(
      names = "--plays",
      paramLabel = "N",
      description =
          "on each side, at most, of a seed that looks worse; default: ${DEFAULT-VALUE}."
              + " With 1, only a broken promise is worse: all else may be due to other work of the"
              + " machine")
  private int plays = 4;

  @Option(names = "--replay", paramLabel = "N", description = "this seed alone")
  private @Nullable Long replay;

  @Option(
      names = "--out",
      paramLabel = "D",
      description = "folder of rows.jsonl; by default target/verify-parity in the repository")
  private Path out = ClusterOption.home().resolve("target/verify-parity");

  /**
   * @throws IllegalArgumentException with one sentence that names the option and the value
   */
  public void check() {
    OptionRange.require("--seeds", seeds, MAX_SEEDS);
    OptionRange.require("--faults", faults, MAX_FAULTS);
    OptionRange.require("--mb", mb, MAX_MB);
  }

  /** The first of the seeds, which follow one another. */
  public long firstSeed() {
    return replay == null ? seed : replay;
  }

  /** How many seeds, those included of which the file has a row. */
  int seeds() {
    return replay == null ? seeds : 1;
  }

  public int faults() {
    return faults;
  }

  /** Plays on each side, at most. */
  int plays() {
    return plays;
  }

  /** The file of a line for each seed; those that it has are left out. */
  public Path rows() {
    return out.resolve("rows.jsonl");
  }

  /** What is the same for all rows of a file. */
  String subject() {
    return switch (scenario) {
      case RANDOM -> "random, faults: " + faults;
      case LOSS -> "loss";
      case REFUSAL -> "refusal, " + mb + " MB";
    };
  }

  boolean hasOneFault() {
    return scenario != Scenario.RANDOM || faults == 1;
  }

  Shape shape(long seed) {
    return scenario == Scenario.RANDOM ? Shape.of(seed) : Shape.SMALL;
  }

  /** What is played for a seed. */
  Schedule<ClientStep, Fault> schedule(long seed) {
    return switch (scenario) {
      case RANDOM -> FileSchedule.random(seed, faults);
      case LOSS -> FileSchedule.loss(seed);
      case REFUSAL -> FileSchedule.refusal(seed, mb);
    };
  }
}
