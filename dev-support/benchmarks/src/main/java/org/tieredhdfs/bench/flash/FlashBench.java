package org.tieredhdfs.bench.flash;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.bench.BenchMedia;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.rows.CaseGroups;
import org.tieredhdfs.bench.study.StudyCluster;
import org.tieredhdfs.bench.study.StudySite;
import org.tieredhdfs.bench.study.YcsbRecord;
import org.tieredhdfs.bench.write.TimeLeft;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportedMedium;
import org.tieredhdfs.report.Side;

/**
 * Runs the workloads of the study on emulated SSDs and hard disks, on stock Hadoop and on this
 * project in turn. The report is written after each case, so that an interrupted run can be gone on
 * with. Used by one thread.
 */
public final class FlashBench {
  private static final String NAME = "ycsb-flash";

  private final BenchPlan plan;
  private final FlashOptions options;
  private final Progress progress;
  private final List<FlashCase> cases;
  private final YcsbRecord record;
  private final TimeLeft timeLeft;

  /**
   * @throws IllegalArgumentException if the plan names a case that there is not, or an earlier run
   *     that is to be gone on with was another
   */
  public FlashBench(BenchPlan plan, FlashOptions options, Progress progress) throws IOException {
    this.plan = plan;
    this.options = options;
    this.progress = progress;
    cases = FlashCase.named(plan.cases(), options.scale());
    record =
        new YcsbRecord(
            new YcsbRecord.Kind(
                NAME,
                options.scaleText(),
                name -> FlashCase.parse(name).isPresent(),
                FlashComparison::of),
            plan.out(),
            options.resume(),
            options.home());
    timeLeft = new TimeLeft(record.rows().missing(cases, FlashCase::name, plan));
  }

  /**
   * Runs all that is not there yet; a case that fails is told in the report, and the rest goes on.
   */
  public Report run() throws IOException, InterruptedException {
    record.begin();
    if (record.rows().missing(cases, FlashCase::name, plan) > 0) {
      MediaPace pace = measureMedia();
      timeLeft.start(System.nanoTime());
      new CaseGroups<>(cases, FlashCase::name, FlashCase::cluster)
          .run(
              plan,
              record.rows(),
              (left, side, repeat) -> runOnOneCluster(left, side, repeat, pace),
              this::failed);
    }
    return record.report();
  }

  private MediaPace measureMedia() throws IOException, InterruptedException {
    Map<String, MediaProfile> profiles = new LinkedHashMap<>();
    for (FlashCase one : cases) {
      String type = one.media().site().others().storageType();
      profiles.put(type, MediaProfile.defaultOf(type, false));
    }
    List<ReportedMedium> media = new ArrayList<>();
    MediaPace pace =
        new BenchMedia(profiles, options.mediaFactor()).measure(plan, media::add, progress);
    record.media(media);
    return pace;
  }

  private void failed(FlashCase one, Side side, int repeat, Exception cause) throws IOException {
    record.fail(one.name(), side, repeat, cause);
    timeLeft.stepDone();
    progress.failed(String.format("%-36s %-6s", one.name(), side.label()), cause);
  }

  private void runOnOneCluster(List<FlashCase> left, Side side, int repeat, MediaPace pace)
      throws IOException, ClusterException, InterruptedException {
    FlashCase first = left.get(0);
    FlashScale scale = options.scale();
    StudySite site =
        StudySite.of(
                first.media().site(), side, scale.ofStudy(first.regionServers()), options.home())
            .with(scale.variant(first.regionServers()));
    progress.waitingFor(List.of("a cluster for " + first.name() + " on " + side.label()));
    try (StudyCluster cluster = StudyCluster.start(site, plan, pace, Progress.silent());
        FlashRun run = new FlashRun(cluster, scale, plan.out(), plan.seconds(), progress)) {
      if (options.warmUp()) {
        run.warmUp(first, repeat);
      }
      while (!left.isEmpty()) {
        FlashCase one = left.get(0);
        progress.waitingFor(
            List.of(one.name() + ", " + side.label() + "; " + timeLeft.text(System.nanoTime())));
        BenchmarkCase row = record.add(run.measure(one, repeat));
        left.remove(0);
        timeLeft.stepDone();
        progress.done(line(one, row));
      }
    }
  }

  private String line(FlashCase one, BenchmarkCase row) {
    return String.format(
        Locale.ROOT,
        "%-36s %-6s %,8.0f ops/s, longest stall %.1f s, CPU %.0f %%; %s",
        one.name(),
        row.side().label(),
        row.metrics().getOrDefault("steadyOpsPerSec", Double.NaN),
        row.metrics().getOrDefault("longestStallMs", Double.NaN) / 1_000,
        row.metrics().getOrDefault("cpuUserPercent", Double.NaN)
            + row.metrics().getOrDefault("cpuSystemPercent", Double.NaN),
        timeLeft.text(System.nanoTime()));
  }
}
