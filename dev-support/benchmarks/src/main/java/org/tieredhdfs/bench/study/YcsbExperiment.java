package org.tieredhdfs.bench.study;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.rows.ResumableRun;
import org.tieredhdfs.bench.rows.RunRecord;
import org.tieredhdfs.bench.rows.ScaledRun;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.study.StudyMedium;

/**
 * What is done to HBase on emulated media, on stock Hadoop and on this project in turn.
 *
 * @param <C> a case
 * @param kind its name, scale, and the rows that compare those that were measured
 * @param cases those that are asked for, and possible on this machine
 * @param site the cluster of a case
 * @param warmUp what a new cluster does first without being measured, so that code is compiled
 * @param load what is measured
 * @param figures the main figures of a row, for people
 */
public record YcsbExperiment<C>(
    RunRecord.Kind kind,
    ResumableRun.Cases<C> cases,
    BiFunction<C, Side, StudySite> site,
    WarmUp<C> warmUp,
    Load<C> load,
    Function<BenchmarkCase, String> figures) {

  /**
   * For all cases of a cluster.
   *
   * @param <C> a case
   */
  interface WarmUp<C> {
    void run(MeasuredYcsb ycsb, C first, int repeat)
        throws IOException, ClusterException, InterruptedException;
  }

  /**
   * Measures a case.
   *
   * @param <C> a case
   */
  interface Load<C> {
    RunRecord.Outcome run(MeasuredYcsb ycsb, C one, int repeat)
        throws IOException, ClusterException, InterruptedException;
  }

  /**
   * Runs all that is not there yet; a case that fails is told in the report, and the rest goes on.
   * Used by one thread.
   *
   * @throws IllegalArgumentException if an earlier run that is to be gone on with was another
   */
  public Report run(BenchPlan plan, ScaledRun scaled, Progress progress)
      throws IOException, InterruptedException {
    ResumableRun<C> run = new ResumableRun<>(kind, cases, plan, scaled, progress);
    if (!scaled.resume()) {
      new SamplesFile(plan.out()).delete();
    }
    return run.run(
        profiles(),
        (turn, pace) -> {
          StudySite place = site.apply(turn.first(), turn.side());
          try (StudyCluster cluster = StudyCluster.start(place, plan, pace);
              MeasuredYcsb ycsb = new MeasuredYcsb(cluster, plan.out(), progress)) {
            warmUp.run(ycsb, turn.first(), turn.repeat());
            ycsb.keepSamples();
            turn.measure(one -> load.run(ycsb, one, turn.repeat()), figures);
          }
        });
  }

  /** Memory alone needs no device, and no right to make one. */
  private Map<String, MediaProfile> profiles() {
    Map<String, MediaProfile> profiles = new LinkedHashMap<>();
    for (C one : cases.asked()) {
      for (StudyMedium medium : site.apply(one, Side.OURS).study().volumes().keySet()) {
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
