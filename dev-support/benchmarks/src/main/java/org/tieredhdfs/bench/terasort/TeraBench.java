package org.tieredhdfs.bench.terasort;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.bench.BenchMedia;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.devices.VolumesFile;
import org.tieredhdfs.bench.rows.CaseGroups;
import org.tieredhdfs.bench.rows.GitCommit;
import org.tieredhdfs.bench.rows.MeasuredRows;
import org.tieredhdfs.bench.write.TimeLeft;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.ReportedMedium;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.files.ReportFiles;

/**
 * Runs TeraGen, TeraSort and TeraValidate on YARN, with one worker or several on a host, with
 * Apache Hadoop's placement for node groups and with this project's in turn. The report is written
 * after each case, so that an interrupted run can be gone on with. Used by one thread.
 */
public final class TeraBench {
  private static final String NAME = "terasort";
  private static final String TYPE = "DISK";

  private final BenchPlan plan;
  private final TeraOptions options;
  private final Progress progress;
  private final List<TeraCase> cases;
  private final String commit;
  private final MeasuredRows rows;
  private final VolumesFile volumes;
  private final TimeLeft timeLeft;
  private final Instant startedAt = Instant.now();
  private List<ReportedMedium> media;

  /**
   * @throws IllegalArgumentException if the plan names a case that there is not, or an earlier run
   *     that is to be gone on with was another
   */
  public TeraBench(BenchPlan plan, TeraOptions options, Progress progress) throws IOException {
    this.plan = plan;
    this.options = options;
    this.progress = progress;
    cases = TeraCase.named(plan.cases(), options.scale().workers());
    commit = GitCommit.of(options.home());
    rows =
        options.resume()
            ? MeasuredRows.resumed(plan.out(), options.scaleText(), name -> !name.contains("/"))
            : new MeasuredRows();
    media = rows.media();
    volumes = new VolumesFile(plan.out());
    timeLeft = new TimeLeft(rows.missing(cases, TeraCase::name, plan));
  }

  /**
   * Runs all that is not there yet; a case that fails is told in the report, and the rest goes on.
   */
  public Report run() throws IOException, InterruptedException {
    Files.createDirectories(plan.out());
    if (!options.resume()) {
      volumes.delete();
    }
    if (rows.missing(cases, TeraCase::name, plan) == 0) {
      return report();
    }
    MediaPace pace = measureMedia();
    timeLeft.start(System.nanoTime());
    new CaseGroups<>(cases, TeraCase::name, one -> String.valueOf(one.workersPerHost()))
        .run(
            plan,
            rows,
            (left, side, repeat) -> runOnOneCluster(left, side, repeat, pace),
            this::failed);
    return report();
  }

  private MediaPace measureMedia() throws IOException, InterruptedException {
    List<ReportedMedium> measured = new ArrayList<>();
    MediaPace pace =
        new BenchMedia(Map.of(TYPE, MediaProfile.defaultOf(TYPE, false)), options.mediaFactor())
            .measure(plan, measured::add, progress);
    media = measured;
    return pace;
  }

  private void runOnOneCluster(List<TeraCase> left, Side side, int repeat, MediaPace pace)
      throws IOException, ClusterException, InterruptedException {
    TeraCase first = left.get(0);
    progress.waitingFor(List.of("a cluster for " + first.name() + " on " + side.label()));
    try (TeraCluster cluster =
        TeraCluster.start(plan, options, first.workersPerHost(), side, pace)) {
      TeraRun run = new TeraRun(cluster, options.scale());
      while (!left.isEmpty()) {
        measure(run, left.get(0), side, repeat);
        left.remove(0);
      }
    }
  }

  private void failed(TeraCase one, Side side, int repeat, Exception cause) throws IOException {
    rows.fail(one.name() + " on " + side.label() + ", repeat " + repeat, cause);
    timeLeft.stepDone();
    progress.failed(String.format("%-14s %-6s", one.name(), side.label()), cause);
    new ReportFiles(plan.out()).write(report());
  }

  private void measure(TeraRun run, TeraCase one, Side side, int repeat)
      throws IOException, InterruptedException {
    progress.waitingFor(
        List.of(
            "the jobs of "
                + one.name()
                + " on "
                + side.label()
                + "; "
                + timeLeft.text(System.nanoTime())));
    TeraRun.Outcome outcome = run.run(one);
    BenchmarkCase row =
        new BenchmarkCase(one.name(), side, repeat, outcome.metrics()).withCommit(commit);
    rows.add(row);
    volumes.add(row, outcome.volumes());
    timeLeft.stepDone();
    new ReportFiles(plan.out()).write(report());
    progress.done(
        String.format(
            Locale.ROOT,
            "%-14s %-6s generate %.0f s, sort %.0f s, validate %.0f s, %.0f %% of maps data-local,"
                + " max/mean %.2f; %s",
            one.name(),
            side.label(),
            row.metrics().getOrDefault("generateSec", Double.NaN),
            row.metrics().getOrDefault("sortSec", Double.NaN),
            row.metrics().getOrDefault("validateSec", Double.NaN),
            row.metrics().getOrDefault("sortDataLocalPercent", Double.NaN),
            row.metrics().getOrDefault("generatedMaxOverMean", Double.NaN),
            timeLeft.text(System.nanoTime())));
  }

  private Report report() {
    ReportBuilder report = new ReportBuilder(NAME).startedAt(startedAt);
    report.version(MeasuredRows.SCALE, options.scaleText());
    media.forEach(report::add);
    rows.all().forEach(report::add);
    TeraComparison.of(rows.all()).forEach(report::add);
    rows.failures().forEach(report::failure);
    return report.build();
  }
}
