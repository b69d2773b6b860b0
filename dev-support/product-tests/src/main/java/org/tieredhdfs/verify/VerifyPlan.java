package org.tieredhdfs.verify;

import java.time.Duration;
import org.tieredhdfs.localcluster.spec.OptionRange;

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
 * @param cutsPower whether machines of DataNodes lose power, instead of their processes being
 *     killed
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
    boolean cutsPower,
    long seed) {
  private static final int MAX_WRITERS = 64;
  private static final int MAX_ROWS_PER_SEC = 100_000;
  private static final long MAX_SECONDS = Duration.ofDays(7).toSeconds();

  /** The limit that the memory for each row allows. */
  private static final long MAX_ROWS = 20_000_000;

  /**
   * @throws IllegalArgumentException with one sentence that names the option and the value
   */
  public VerifyPlan {
    OptionRange.require("--minutes", length.toSeconds(), 10, MAX_SECONDS, " s");
    OptionRange.require("--verify-every", round.toSeconds(), 10, MAX_SECONDS, " s");
    OptionRange.require("--rows", rows, MAX_ROWS);
    OptionRange.require("--writers", writers, MAX_WRITERS);
    OptionRange.require("--rows-per-second", rowsPerSec, MAX_ROWS_PER_SEC);
    OptionRange.require("--kill-pause", killPause.toSeconds(), 0, 3_600, " s");
    OptionRange.require("--mover-kill-pause", moverKillPause.toSeconds(), 0, 86_400, " s");
    OptionRange.require("--max-down", maxDown.toSeconds(), 0, 3_600, " s");
  }

  boolean killsMover() {
    return !moverKillPause.isZero();
  }
}
