package org.tieredhdfs.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.OptionRange;
import org.tieredhdfs.report.Side;

/**
 * The plan of a benchmark on a local cluster.
 *
 * @param sides whose code is measured
 * @param repeats how often each case is measured on each side
 * @param seconds length of what is measured in each case
 * @param cases names of the cases to run, all if empty
 * @param dir where the clusters live, one after the other
 * @param out folder of the report
 * @param classPaths of the daemons
 * @param settings of the user's own, for all daemons
 * @param calibrateSeconds for each figure of the media's calibration, 0 for none
 */
public record BenchPlan(
    List<Side> sides,
    int repeats,
    int seconds,
    List<String> cases,
    Path dir,
    Path out,
    ClassPaths classPaths,
    Map<String, String> settings,
    int calibrateSeconds) {
  private static final int MAX_REPEATS = 100;
  private static final int MAX_SECONDS = 4 * 3600;

  public BenchPlan {
    OptionRange.require("--repeats", repeats, MAX_REPEATS);
    OptionRange.require("--seconds", seconds, MAX_SECONDS);
    sides = List.copyOf(sides);
    cases = List.copyOf(cases);
    settings = Map.copyOf(settings);
  }

  /**
   * Refuses names of cases that there are not.
   *
   * @param known the names of all cases
   */
  public void requireCases(List<String> known) {
    for (String name : cases) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "--cases: there is no '" + name + "'; there are " + String.join(", ", known));
      }
    }
  }

  /** Whether a case is to be measured. */
  public boolean includes(String caseName) {
    return cases.isEmpty() || cases.contains(caseName);
  }
}
