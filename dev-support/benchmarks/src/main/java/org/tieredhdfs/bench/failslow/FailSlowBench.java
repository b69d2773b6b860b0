package org.tieredhdfs.bench.failslow;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.tieredhdfs.bench.BenchMedia;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.rows.TimeLeft;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.ReportedMedium;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.files.ReportFiles;

/**
 * Measures what clients of HDFS and HBase notice of a volume that hangs or is slow, on stock Hadoop
 * and on this project in turn, each case on a cluster of its own: volumes remember that they hung.
 * The report is written after each case. Used by one thread.
 */
public final class FailSlowBench {
  private final BenchPlan plan;
  private final FailSlowOptions options;
  private final Progress progress;
  private final List<Step> steps;
  private final TimeLeft timeLeft;
  private final Instant startedAt = Instant.now();
  private final List<BenchmarkCase> measured = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();

  /** One measurement. */
  record Step(FailSlowCase failSlowCase, Side side, int repeat) {
    String title() {
      return failSlowCase.name() + ", " + side.label() + ", repeat " + repeat;
    }
  }

  /**
   * @throws IllegalArgumentException if the plan names a case that there is not
   */
  public FailSlowBench(BenchPlan plan, FailSlowOptions options, Progress progress) {
    plan.requireCases(FailSlowCase.names());
    this.plan = plan;
    this.options = options;
    this.progress = progress;
    steps = steps(plan, options.isOfFalseAlarms());
    if (steps.isEmpty()) {
      throw new IllegalArgumentException(
          "--side: false alarms are those of this project; use ours or both");
    }
    timeLeft = new TimeLeft(steps.size());
  }

  /** What is measured, in order; false alarms are of this project alone. */
  static List<Step> steps(BenchPlan plan, boolean isOfFalseAlarms) {
    List<Step> steps = new ArrayList<>();
    for (int repeat = 1; repeat <= plan.repeats(); repeat++) {
      // Who goes first changes, since the machine may change as well
      List<Side> sides = new ArrayList<>(plan.sides());
      if (repeat % 2 == 0) {
        Collections.reverse(sides);
      }
      for (FailSlowCase one : FailSlowCase.all()) {
        boolean isAsked =
            plan.cases().isEmpty()
                ? one.isFalseAlarm() == isOfFalseAlarms
                : plan.includes(one.name());
        for (Side side : sides) {
          if (isAsked && (side == Side.OURS || !one.isFalseAlarm())) {
            steps.add(new Step(one, side, repeat));
          }
        }
      }
    }
    return steps;
  }

  /** Runs all of it; a case that fails is told in the report, and the rest goes on. */
  public Report run() throws IOException, InterruptedException {
    List<ReportedMedium> media = new ArrayList<>();
    MediaPace pace =
        new BenchMedia(FailSlowMedium.profiles(), FailSlowSite.MEDIA_FACTOR)
            .measure(plan, media::add, progress);
    timeLeft.start(System.nanoTime());
    for (Step step : steps) {
      try {
        measure(step, pace);
      } catch (IOException | ClusterException | RuntimeException e) {
        failures.add(step.title() + ": " + e.getMessage());
        progress.failed(String.format("%-44s", step.title()), e);
      }
      timeLeft.stepDone();
      new ReportFiles(plan.out()).write(report(media));
    }
    return report(media);
  }

  private void measure(Step step, MediaPace pace)
      throws IOException, ClusterException, InterruptedException {
    String title = step.title() + "; " + timeLeft.text(System.nanoTime());
    progress.waitingFor(List.of("a cluster for " + title));
    FailSlowSite site = new FailSlowSite(plan, step.failSlowCase(), step.side(), options);
    try (FailSlowCluster cluster = FailSlowCluster.start(site, pace, Progress.silent())) {
      BenchmarkCase one = new FailSlowRun(cluster, progress, title).measure(step.repeat());
      measured.add(one);
      failures.addAll(FailSlowVerdict.failures(one));
      progress.done(line(step, one));
    }
  }

  private static String line(Step step, BenchmarkCase one) {
    return String.format(
        Locale.ROOT,
        "%-44s longest put %,.0f ms, hflush %,.0f ms, read %,.0f ms, back in use after %,.1f s,"
            + " lost %.0f",
        step.title(),
        one.metrics().getOrDefault("longestPutMs", 0.0),
        one.metrics().getOrDefault("longestHflushMs", 0.0),
        one.metrics().getOrDefault("longestReadMs", 0.0),
        one.metrics().getOrDefault("backInUseSec", 0.0),
        one.metrics().getOrDefault("lostRows", 0.0)
            + one.metrics().getOrDefault("lostRecords", 0.0));
  }

  private Report report(List<ReportedMedium> media) {
    ReportBuilder report = new ReportBuilder("failslow").startedAt(startedAt);
    media.forEach(report::add);
    measured.forEach(report::add);
    failures.forEach(report::failure);
    return report.build();
  }
}
