package org.tieredhdfs.bench.flash;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.rows.ResumableRun;
import org.tieredhdfs.bench.rows.RunRecord;
import org.tieredhdfs.bench.rows.ScaledRun;
import org.tieredhdfs.bench.study.SampleLog;
import org.tieredhdfs.bench.study.StudyCluster;
import org.tieredhdfs.bench.study.StudySite;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;

/**
 * Runs the workloads of the study on emulated SSDs and hard disks, on stock Hadoop and on this
 * project in turn. Used by one thread.
 */
public final class FlashBench {
  private final BenchPlan plan;
  private final ScaledRun scaled;
  private final FlashScale scale;
  private final boolean warmUp;
  private final Progress progress;
  private final List<FlashCase> cases;
  private final ResumableRun<FlashCase> run;
  private final SampleLog samples;

  /**
   * @param warmUp whether each cluster first does what is not measured, so that code is compiled
   * @throws IllegalArgumentException if the plan names a case that there is not, or an earlier run
   *     that is to be gone on with was another
   */
  public FlashBench(
      BenchPlan plan, ScaledRun scaled, FlashScale scale, boolean warmUp, Progress progress)
      throws IOException {
    this.plan = plan;
    this.scaled = scaled;
    this.scale = scale;
    this.warmUp = warmUp;
    this.progress = progress;
    cases = FlashCase.named(plan.cases(), scale);
    run =
        new ResumableRun<>(
            new RunRecord.Kind(
                "ycsb-flash",
                scaled.text(scale.text(), warmUp),
                name -> FlashCase.parse(name).isPresent(),
                FlashComparison::of),
            new ResumableRun.Cases<>(cases, FlashCase::name, FlashCase::cluster),
            plan,
            scaled,
            progress);
    samples = new SampleLog(plan.out());
  }

  /**
   * Runs all that is not there yet; a case that fails is told in the report, and the rest goes on.
   */
  public Report run() throws IOException, InterruptedException {
    samples.begin(scaled.resume());
    Map<String, MediaProfile> profiles = new LinkedHashMap<>();
    for (FlashCase one : cases) {
      String type = one.media().site().others().storageType();
      profiles.put(type, MediaProfile.defaultOf(type, false));
    }
    return run.run(profiles, this::runOnOneCluster);
  }

  private void runOnOneCluster(ResumableRun<FlashCase>.Turn turn, MediaPace pace)
      throws IOException, ClusterException, InterruptedException {
    FlashCase first = turn.first();
    StudySite site =
        StudySite.of(
                first.media().site(),
                turn.side(),
                scale.ofStudy(first.regionServers()),
                scaled.home())
            .with(scale.variant(first.regionServers()));
    try (StudyCluster cluster = StudyCluster.start(site, plan, pace, Progress.silent());
        FlashRun onCluster = new FlashRun(cluster, scale, plan.out(), plan.seconds(), progress)) {
      if (warmUp) {
        onCluster.warmUp(first, turn.repeat());
      }
      turn.measure(one -> samples.keep(onCluster.measure(one, turn.repeat())), FlashBench::figures);
    }
  }

  private static String figures(BenchmarkCase row) {
    return String.format(
        Locale.ROOT,
        "%,8.0f ops/s, longest stall %.1f s, CPU %.0f %%",
        row.metrics().getOrDefault("steadyOpsPerSec", Double.NaN),
        row.metrics().getOrDefault("longestStallMs", Double.NaN) / 1_000,
        row.metrics().getOrDefault("cpuUserPercent", Double.NaN)
            + row.metrics().getOrDefault("cpuSystemPercent", Double.NaN));
  }
}
