package org.tieredhdfs.bench.compression;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.rows.ResumableRun;
import org.tieredhdfs.bench.rows.RunRecord;
import org.tieredhdfs.bench.rows.ScaledRun;
import org.tieredhdfs.bench.study.MeasuredYcsb;
import org.tieredhdfs.bench.study.SampleLog;
import org.tieredhdfs.bench.study.StudyCluster;
import org.tieredhdfs.bench.study.StudyLoad;
import org.tieredhdfs.bench.study.StudyScale;
import org.tieredhdfs.bench.study.StudySite;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.ycsb.binding.TableLayout;
import org.tieredhdfs.ycsb.study.StudyCase;

/**
 * Loads HBase on emulated hard disks, with files compressed in different ways and without, on stock
 * Hadoop and on this project in turn. Used by one thread.
 */
public final class CompressionBench {
  public static final StudyScale USUAL = new StudyScale(1.0 / 64, 2);
  public static final StudyScale QUICK = new StudyScale(1.0 / 128, 1);

  private static final StudyCase ON_HARD_DISKS = StudyCase.C1T_HDD;
  private static final int WARM_UP_RECORDS = 20_000;

  /** Values are decimal digits: by default they are random bytes, which compress worse. */
  private static final Map<String, String> COMPRESSIBLE = Map.of("dataintegrity", "true");

  private final BenchPlan plan;
  private final ScaledRun scaled;
  private final StudyScale scale;
  private final boolean warmUp;
  private final Progress progress;
  private final List<CompressionCase> asked;
  private final ResumableRun<CompressionCase> run;
  private final SampleLog samples;

  /**
   * @param warmUp whether each cluster first does what is not measured, so that code is compiled
   * @throws IllegalArgumentException if the plan names a case that there is not, or an earlier run
   *     that is to be gone on with was another
   */
  public CompressionBench(
      BenchPlan plan, ScaledRun scaled, StudyScale scale, boolean warmUp, Progress progress)
      throws IOException {
    this.plan = plan;
    this.scaled = scaled;
    this.scale = scale;
    this.warmUp = warmUp;
    this.progress = progress;
    asked = CompressionCase.named(plan.cases());
    run =
        new ResumableRun<>(
            new RunRecord.Kind(
                "ycsb-compression",
                scaled.text(scale.text(), warmUp),
                CompressionCase.names()::contains,
                CompressionComparison::of),
            new ResumableRun.Cases<>(
                asked.stream().filter(CompressionBench::isPossible).toList(),
                CompressionCase::caseName,
                CompressionCase::cluster),
            plan,
            scaled,
            progress);
    samples = new SampleLog(plan.out());
  }

  private static boolean isPossible(CompressionCase one) {
    return LinuxTool.isInstalled(one.fileSystem().tool());
  }

  /**
   * Runs all that is not there yet; a case that fails is told in the report, and the rest goes on.
   */
  public Report run() throws IOException, InterruptedException {
    samples.begin(scaled.resume());
    for (CompressionCase one : asked) {
      if (!isPossible(one)) {
        progress.done(
            String.format(
                "%-22s skipped: there is no %s on this machine",
                one.caseName(), one.fileSystem().tool()));
      }
    }
    String type = ON_HARD_DISKS.others().storageType();
    return run.run(Map.of(type, MediaProfile.defaultOf(type, false)), this::loadOnOneCluster);
  }

  private void loadOnOneCluster(ResumableRun<CompressionCase>.Turn turn, MediaPace pace)
      throws IOException, ClusterException, InterruptedException {
    CompressionCase first = turn.first();
    StudySite site =
        StudySite.of(ON_HARD_DISKS, turn.side(), scale, scaled.home())
            .with(new StudySite.Variant(1, first.siteSettings(), first.fileSystem()));
    try (StudyCluster cluster = StudyCluster.start(site, plan, pace, Progress.silent())) {
      StudyLoad load = new StudyLoad(cluster, plan.out(), progress);
      int repeat = turn.repeat();
      if (warmUp) {
        load.run(
            "warm-up", repeat, WARM_UP_RECORDS, layout("warm-up-" + repeat, first), COMPRESSIBLE);
      }
      turn.measure(
          one ->
              samples.keep(
                  load.run(
                      one.caseName(),
                      repeat,
                      scale.records(ON_HARD_DISKS),
                      layout(one.caseName() + "-" + repeat, one),
                      COMPRESSIBLE)),
          CompressionBench::figures);
    }
  }

  private TableLayout layout(String table, CompressionCase one) {
    return new TableLayout(
        table,
        MeasuredYcsb.FAMILY,
        scale.regions(ON_HARD_DISKS),
        false,
        Map.of(),
        one.familySettings());
  }

  private static String figures(BenchmarkCase row) {
    return String.format(
        Locale.ROOT,
        "%,8.0f ops/s, disks write %.1f MB/s, CPU %,.0f us an operation",
        row.metrics().getOrDefault("opsPerSec", Double.NaN),
        row.metrics().getOrDefault("diskWriteMbPerSec", Double.NaN),
        row.metrics().getOrDefault("allDaemonsCpuPerOpUs", Double.NaN));
  }
}
