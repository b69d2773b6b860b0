package org.tieredhdfs.verify;

import java.time.Duration;

/**
 * How long and how hard HBase is tried.
 *
 * @param length of the load, without start and verification
 * @param round after so much of the load all is verified, and at its end
 * @param rows the load ends when so many rows are acknowledged
 * @param writers at a time
 * @param rowsPerSec of all writers together at most
 * @param killPause between two rounds of kills
 * @param moverKillPause between two kills of the mover's service; it takes a minute to come back;
 *     zero to leave it alone
 * @param maxDown how long a daemon stays dead at most
 * @param seed decides who is killed and for how long, and what the rows are
 */
public record VerifyPlan(
    Duration length,
    Duration round,
    long rows,
    int writers,
    int rowsPerSec,
    Duration killPause,
    Duration moverKillPause,
    Duration maxDown,
    long seed) {
  private static final int MAX_WRITERS = 64;
  private static final int MAX_ROWS_PER_SEC = 100_000;

  /** What is kept in memory for each row allows no more. */
  private static final long MAX_ROWS = 20_000_000;

  /**
   * @throws IllegalArgumentException with one sentence that names the option and the value
   */
  public VerifyPlan {
    require("--minutes", length.toSeconds(), 10, Duration.ofDays(7).toSeconds(), " s");
    require("--verify-every", round.toSeconds(), 10, Duration.ofDays(7).toSeconds(), " s");
    require("--rows", rows, 1, MAX_ROWS, "");
    require("--writers", writers, 1, MAX_WRITERS, "");
    require("--rows-per-second", rowsPerSec, 1, MAX_ROWS_PER_SEC, "");
    require("--kill-pause", killPause.toSeconds(), 0, 3_600, " s");
    require("--mover-kill-pause", moverKillPause.toSeconds(), 0, 86_400, " s");
    require("--max-down", maxDown.toSeconds(), 0, 3_600, " s");
  }

  boolean killsMover() {
    return !moverKillPause.isZero();
  }

  private static void require(String option, long value, long min, long max, String unit) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          String.format(
              "%s: %d%s is not allowed; it has to be from %d to %d%s",
              option, value, unit, min, max, unit));
    }
  }
}
