package org.tieredhdfs.bench.compression;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.bench.BenchMedia;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.rows.CaseGroups;
import org.tieredhdfs.bench.study.MeasuredYcsb;
import org.tieredhdfs.bench.study.StudyCluster;
import org.tieredhdfs.bench.study.StudyLoad;
import org.tieredhdfs.bench.study.StudySite;
import org.tieredhdfs.bench.study.YcsbRecord;
import org.tieredhdfs.bench.write.TimeLeft;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportedMedium;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.binding.TableLayout;
import org.tieredhdfs.ycsb.study.StudyCase;

/**
 * Loads HBase on emulated hard disks, with files compressed in different ways and without, on stock
 * Hadoop and on this project in turn. Used by one thread.
 */
public final class CompressionBench {
  private static final String NAME = "ycsb-compression";
  private static final StudyCase ON_HARD_DISKS = StudyCase.C1T_HDD;
  private static final int WARM_UP_RECORDS = 20_000;

  /** Values are decimal digits: by default they are random bytes, which compress worse. */
  private static final Map<String, String> COMPRESSIBLE = Map.of("dataintegrity", "true");

  private final BenchPlan plan;
  private final CompressionOptions options;
  private final Progress progress;
  private final List<CompressionCase> asked;
  private final List<CompressionCase> cases;
  private final YcsbRecord record;
  private final TimeLeft timeLeft;

  /**
   * @throws IllegalArgumentException if the plan names a case that there is not, or an earlier run
   *     that is to be gone on with was another
   */
  public CompressionBench(BenchPlan plan, CompressionOptions options, Progress progress)
      throws IOException {
    this.plan = plan;
    this.options = options;
    this.progress = progress;
    asked = CompressionCase.named(plan.cases());
    cases = asked.stream().filter(CompressionBench::isPossible).toList();
    record =
        new YcsbRecord(
            new YcsbRecord.Kind(
                NAME,
                options.scaleText(),
                CompressionCase.names()::contains,
                CompressionComparison::of),
            plan.out(),
            options.resume(),
            options.home());
    timeLeft = new TimeLeft(record.rows().missing(cases, CompressionCase::caseName, plan));
  }

  private static boolean isPossible(CompressionCase one) {
    return LinuxTool.isInstalled(one.fileSystem().tool());
  }

  /**
   * Runs all that is not there yet; a case that fails is told in the report, and the rest goes on.
   */
  public Report run() throws IOException, InterruptedException {
    record.begin();
    for (CompressionCase one : asked) {
      if (!isPossible(one)) {
        progress.done(
            String.format(
                "%-22s skipped: there is no %s on this machine",
                one.caseName(), one.fileSystem().tool()));
      }
    }
    if (record.rows().missing(cases, CompressionCase::caseName, plan) > 0) {
      MediaPace pace = measureMedia();
      timeLeft.start(System.nanoTime());
      new CaseGroups<>(cases, CompressionCase::caseName, CompressionCase::cluster)
          .run(
              plan,
              record.rows(),
              (left, side, repeat) -> loadOnOneCluster(left, side, repeat, pace),
              this::failed);
    }
    return record.report();
  }

  private MediaPace measureMedia() throws IOException, InterruptedException {
    String type = ON_HARD_DISKS.others().storageType();
    List<ReportedMedium> media = new ArrayList<>();
    MediaPace pace =
        new BenchMedia(Map.of(type, MediaProfile.defaultOf(type, false)), options.mediaFactor())
            .measure(plan, media::add, progress);
    record.media(media);
    return pace;
  }

  private void failed(CompressionCase one, Side side, int repeat, Exception cause)
      throws IOException {
    record.fail(one.caseName(), side, repeat, cause);
    timeLeft.stepDone();
    progress.failed(String.format("%-22s %-6s", one.caseName(), side.label()), cause);
  }

  private void loadOnOneCluster(List<CompressionCase> left, Side side, int repeat, MediaPace pace)
      throws IOException, ClusterException, InterruptedException {
    CompressionCase first = left.get(0);
    StudySite site =
        StudySite.of(ON_HARD_DISKS, side, options.scale(), options.home())
            .with(new StudySite.Variant(1, first.siteSettings(), first.fileSystem()));
    progress.waitingFor(List.of("a cluster for " + first.caseName() + " on " + side.label()));
    try (StudyCluster cluster = StudyCluster.start(site, plan, pace, Progress.silent())) {
      StudyLoad load = new StudyLoad(cluster, plan.out(), progress);
      if (options.warmUp()) {
        load.run(
            "warm-up", repeat, WARM_UP_RECORDS, layout("warm-up-" + repeat, first), COMPRESSIBLE);
      }
      while (!left.isEmpty()) {
        CompressionCase one = left.get(0);
        BenchmarkCase row =
            record.add(
                load.run(
                    one.caseName(),
                    repeat,
                    options.scale().records(ON_HARD_DISKS),
                    layout(one.caseName() + "-" + repeat, one),
                    COMPRESSIBLE));
        left.remove(0);
        timeLeft.stepDone();
        progress.done(line(one, row));
      }
    }
  }

  private TableLayout layout(String table, CompressionCase one) {
    return new TableLayout(
        table,
        MeasuredYcsb.FAMILY,
        options.scale().regions(ON_HARD_DISKS),
        false,
        Map.of(),
        one.familySettings());
  }

  private String line(CompressionCase one, BenchmarkCase row) {
    return String.format(
        Locale.ROOT,
        "%-22s %-6s %,8.0f ops/s, disks write %.1f MB/s, CPU %,.0f us an operation; %s",
        one.caseName(),
        row.side().label(),
        row.metrics().getOrDefault("opsPerSec", Double.NaN),
        row.metrics().getOrDefault("diskWriteMbPerSec", Double.NaN),
        row.metrics().getOrDefault("allDaemonsCpuPerOpUs", Double.NaN),
        timeLeft.text(System.nanoTime()));
  }
}
