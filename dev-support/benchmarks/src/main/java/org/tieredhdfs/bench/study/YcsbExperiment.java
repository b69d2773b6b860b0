package org.tieredhdfs.bench.study;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.experiment.BenchOptions;
import org.tieredhdfs.bench.experiment.Experiment;
import org.tieredhdfs.bench.experiment.Outcome;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.study.StudyCase;
import org.tieredhdfs.ycsb.study.StudyMedium;
import picocli.CommandLine.Option;

/**
 * What YCSB does to HBase on emulated media.
 *
 * @param <C> a case
 */
abstract class YcsbExperiment<C> extends Experiment<C> {
  @Option(
      names = "--scale",
      paramLabel = "S",
      description =
          "which fraction of the study's data, of a region or of a table, there is; 1/128 or more,"
              + " which is that of --quick")
  @Nullable Double data;

  YcsbExperiment(BenchOptions options, Function<C, String> nameOf, String... shown) {
    super(options, nameOf, shown);
  }

  /** The cluster of a case. */
  abstract StudySite site(C one, Side side, BenchPlan plan);

  /** What a new cluster does first without being measured, so that code is compiled. */
  abstract void warmUp(MeasuredYcsb ycsb, Setting<C> setting)
      throws IOException, ClusterException, InterruptedException;

  /** Whether there is something that a new cluster does first. */
  boolean warmsUp() {
    return !isQuick();
  }

  abstract Outcome load(MeasuredYcsb ycsb, C one, BenchPlan plan, int repeat)
      throws IOException, ClusterException, InterruptedException;

  @Override
  protected String scaleText(BenchPlan plan) {
    return super.scaleText(plan) + (warmsUp() ? "" : ", not warmed up");
  }

  @Override
  protected void forgetEarlierRun(BenchPlan plan) throws IOException {
    new SamplesFile(plan.out()).delete();
  }

  @Override
  protected Place<C> open(Setting<C> setting)
      throws IOException, ClusterException, InterruptedException {
    BenchPlan plan = setting.plan();
    StudyCluster cluster =
        StudyCluster.start(site(setting.first(), setting.side(), plan), plan, setting.pace());
    boolean isWarm = false;
    try {
      MeasuredYcsb ycsb = new MeasuredYcsb(cluster, plan.out(), setting.progress());
      if (warmsUp()) {
        warmUp(ycsb, setting);
      }
      ycsb.keepSamples();
      isWarm = true;
      return Place.on(
          () -> {
            try (cluster) {
              ycsb.close();
            }
          },
          (one, side, repeat) -> load(ycsb, one, plan, repeat));
    } finally {
      if (!isWarm) {
        cluster.close();
      }
    }
  }

  /** The media of a case. */
  abstract StudyCase mediaOf(C one);

  /** Memory alone needs no device, and no right to make one. */
  @Override
  protected Map<String, MediaProfile> profiles(List<C> asked) {
    Map<String, MediaProfile> profiles = new LinkedHashMap<>();
    for (C one : asked) {
      for (StudyMedium medium : mediaOf(one).volumes().keySet()) {
        String type = medium.storageType();
        profiles.put(type, MediaProfile.defaultOf(type, medium == StudyMedium.RAM));
      }
    }
    return profiles;
  }

  /** A metric of a row; NaN if it has none. */
  static double metric(BenchmarkCase row, String name) {
    return row.metrics().getOrDefault(name, Double.NaN);
  }
}
