package org.tieredhdfs.verify.power;

import java.nio.file.Path;
import org.tieredhdfs.localcluster.spec.OptionRange;

/**
 * How often the power is cut, and under what.
 *
 * @param cuts in all, those of earlier runs with the same results file included
 * @param seed of all that is left to chance
 * @param writers at a time
 * @param isStockDataset whether DataNodes have Apache Hadoop's dataset instead of ours
 * @param isKillOnly whether processes end and machines keep their power, and with it their page
 *     cache
 * @param results file of a line for each cut; a run goes on behind the last one
 */
public record PowerPlan(
    int cuts, long seed, int writers, boolean isStockDataset, boolean isKillOnly, Path results) {
  private static final int MAX_CUTS = 100_000;
  private static final int MAX_WRITERS = 64;

  /**
   * @throws IllegalArgumentException with one sentence that names the option and the value
   */
  public PowerPlan {
    OptionRange.require("--cuts", cuts, MAX_CUTS);
    OptionRange.require("--writers", writers, MAX_WRITERS);
  }

  /** What is tried, as the results name it. */
  String subject() {
    return (isStockDataset ? "stock" : "ours") + (isKillOnly ? ", killed" : "");
  }
}
