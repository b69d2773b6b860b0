package org.tieredhdfs.bench.failslow;

import org.tieredhdfs.localcluster.spec.OptionRange;

/**
 * What can be asked for of this benchmark alone.
 *
 * @param dataNodes of cases that do not say how many they need
 * @param isOfFalseAlarms whether the plan's cases, if it names none, are those without a volume
 *     that fails
 * @param keepsPageCache whether the page cache is left alone, where others use the machine
 */
public record FailSlowOptions(int dataNodes, boolean isOfFalseAlarms, boolean keepsPageCache) {
  private static final int MIN_DATANODES = 3;
  private static final int MAX_DATANODES = 16;

  public FailSlowOptions {
    OptionRange.require("--datanodes", dataNodes, MAX_DATANODES);
    if (dataNodes < MIN_DATANODES) {
      throw new IllegalArgumentException(
          "--datanodes: '" + dataNodes + "' is not allowed; files have three replicas");
    }
  }
}
