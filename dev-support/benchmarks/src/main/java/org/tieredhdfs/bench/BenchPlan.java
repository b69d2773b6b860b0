package org.tieredhdfs.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.OptionRange;
import org.tieredhdfs.report.Side;

/**
 * The plan of an experiment on local clusters.
 *
 * @param sides whose code is measured
 * @param repeats how often each case is measured on each side
 * @param seconds length of what is measured in each case
 * @param cases names of the cases to run, all if empty
 * @param dir where the clusters live
 * @param out folder of the report
 * @param classPaths of the daemons
 * @param settings of the user's own, for all daemons
 * @param calibrateSeconds for each figure of the media's calibration, 0 for none
 * @param mediaFactor by which all devices are slower than their models
 * @param home the root of the repository, where profiles are
 * @param resume whether to go on with what an earlier run has measured
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
    int calibrateSeconds,
    double mediaFactor,
    Path home,
    boolean resume) {
  private static final int MAX_REPEATS = 100;
  private static final int MAX_SECONDS = 4 * 3600;

  public BenchPlan {
    OptionRange.require("--repeats", repeats, MAX_REPEATS);
    OptionRange.require("--seconds", seconds, MAX_SECONDS);
    sides = List.copyOf(sides);
    cases = List.copyOf(cases);
    settings = Map.copyOf(settings);
  }

  /** A cluster with the user's own settings on top. */
  public ClusterSpec build(ClusterSpec.Builder builder) {
    settings.forEach(builder::setting);
    return builder.build();
  }
}
