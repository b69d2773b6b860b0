package org.tieredhdfs.verify.parity;

import java.nio.file.Path;
import org.tieredhdfs.localcluster.spec.OptionRange;

/**
 * What is compared.
 *
 * @param firstSeed of the seeds, which follow one another
 * @param seeds how many, those included of which the file has a row
 * @param faults of each schedule
 * @param scenario what schedules are like
 * @param mb of the large file of the scenario that has one
 * @param rows file of a line for each seed; those that it has are left out
 */
public record ParityPlan(
    long firstSeed, int seeds, int faults, Scenario scenario, int mb, Path rows) {
  private static final int MAX_SEEDS = 1_000_000;
  private static final int MAX_FAULTS = 2;
  private static final int MAX_MB = 1_500;

  /**
   * @throws IllegalArgumentException with one sentence that names the option and the value
   */
  public ParityPlan {
    OptionRange.require("--seeds", seeds, MAX_SEEDS);
    OptionRange.require("--faults", faults, MAX_FAULTS);
    OptionRange.require("--mb", mb, MAX_MB);
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
  Schedule schedule(long seed) {
    return switch (scenario) {
      case RANDOM -> Schedule.random(seed, faults);
      case LOSS -> Scenario.loss(seed);
      case REFUSAL -> Scenario.refusal(seed, mb);
    };
  }
}
