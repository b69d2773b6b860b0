package org.tieredhdfs.bench.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.bench.BenchMedia;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.devices.VolumesFile;
import org.tieredhdfs.bench.rows.GitCommit;
import org.tieredhdfs.bench.rows.MeasuredRows;
import org.tieredhdfs.bench.study.page.StudyDocument;
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
import org.tieredhdfs.ycsb.study.StudyCase;
import org.tieredhdfs.ycsb.study.StudyMedium;

/**
 * Runs the loads of the study on emulated media, on stock Hadoop and on this project in turn. The
 * report is written after each load, so that an interrupted run can be gone on with. Used by one
 * thread.
 */
public final class StudyBench {
  private static final int WARM_UP_RECORDS = 20_000;

  private final BenchPlan plan;
  private final StudyOptions options;
  private final Progress progress;
  private final List<StudyCase> cases;
  private final String commit;
  private final MeasuredRows rows;
  private final VolumesFile volumes;
  private final SampleLog sampleLog;
  private final TimeLeft timeLeft;
  private final Instant startedAt = Instant.now();

  /**
   * @throws IllegalArgumentException if the plan names a case that there is not, or an earlier run
   *     that is to be gone on with was another
   */
  public StudyBench(BenchPlan plan, StudyOptions options, Progress progress) throws IOException {
    this.plan = plan;
    this.options = options;
    this.progress = progress;
    cases = cases(plan.cases());
    commit = GitCommit.of(options.home());
    rows =
        options.resume()
            ? MeasuredRows.resumed(plan.out(), options.scaleText(), StudyCase.names()::contains)
            : new MeasuredRows();
    volumes = new VolumesFile(plan.out());
    sampleLog = new SampleLog(plan.out());
    timeLeft = new TimeLeft(rows.missing(cases, StudyCase::caseName, plan));
  }

  private static List<StudyCase> cases(List<String> names) {
    return names.isEmpty() || names.equals(List.of("all"))
        ? List.of(StudyCase.values())
        : names.stream().map(StudyCase::named).distinct().toList();
  }

  /** Cases that share their cluster, in the study's order. */
  private Collection<List<StudyCase>> groups() {
    Map<String, List<StudyCase>> groups = new LinkedHashMap<>();
    for (StudyCase study : cases) {
      groups.computeIfAbsent(StudySite.key(study), key -> new ArrayList<>()).add(study);
    }
    return groups.values();
  }

  /**
   * Runs all that is not there yet; a case that fails is told in the report, and the rest goes on.
   */
  public Report run() throws IOException, InterruptedException {
    Files.createDirectories(plan.out());
    if (!options.resume()) {
      volumes.delete();
      sampleLog.clear();
    }
    if (rows.missing(cases, StudyCase::caseName, plan) == 0) {
      return finish(report(rows.media()));
    }
    ReportBuilder calibration = new ReportBuilder("ycsb");
    MediaPace pace = measureMedia(calibration);
    List<ReportedMedium> media = calibration.build().media();
    timeLeft.start(System.nanoTime());
    for (int repeat = 1; repeat <= plan.repeats(); repeat++) {
      for (List<StudyCase> group : groups()) {
        // alternate the order, because the machine's speed may change
        List<Side> sides = new ArrayList<>(plan.sides());
        if (repeat % 2 == 0) {
          Collections.reverse(sides);
        }
        for (Side side : sides) {
          load(rows.missing(group, StudyCase::caseName, side, repeat), side, repeat, pace, media);
        }
      }
    }
    return finish(report(media));
  }

  /** Memory alone needs no device, and no right to make one. */
  private MediaPace measureMedia(ReportBuilder report) throws IOException, InterruptedException {
    Map<String, MediaProfile> profiles = new LinkedHashMap<>();
    for (StudyCase study : cases) {
      for (StudyMedium medium : study.volumes().keySet()) {
        String type = medium.storageType();
        profiles.put(type, MediaProfile.defaultOf(type, medium == StudyMedium.RAM));
      }
    }
    return new BenchMedia(profiles, options.mediaFactor()).measure(plan, report, progress);
  }

  private void load(
      List<StudyCase> group, Side side, int repeat, MediaPace pace, List<ReportedMedium> media)
      throws IOException, InterruptedException {
    List<StudyCase> left = new ArrayList<>(group);
    while (!left.isEmpty()) {
      StudyCase next = left.get(0);
      try {
        loadOnOneCluster(left, side, repeat, pace, media);
      } catch (IOException | ClusterException | RuntimeException e) {
        StudyCase failed = left.isEmpty() ? next : left.remove(0);
        rows.fail(failed.caseName() + " on " + side.label() + ", repeat " + repeat, e);
        progress.done(String.format("%-20s %-6s FAILED: %s", failed.caseName(), side.label(), e));
        timeLeft.stepDone();
        new ReportFiles(plan.out()).write(report(media));
      }
    }
  }

  /** Takes out of {@code left} what it has measured. */
  private void loadOnOneCluster(
      List<StudyCase> left, Side side, int repeat, MediaPace pace, List<ReportedMedium> media)
      throws IOException, ClusterException, InterruptedException {
    StudyCase first = left.get(0);
    StudySite site = new StudySite(first, side, options.scale(), profile(first));
    progress.waitingFor(List.of("a cluster for " + first.caseName() + " on " + side.label()));
    try (StudyCluster cluster = StudyCluster.start(site, plan, pace, Progress.silent())) {
      StudyLoad load = new StudyLoad(cluster, plan.out(), progress);
      load.run("warm-up", repeat, WARM_UP_RECORDS, 1);
      while (!left.isEmpty()) {
        measure(load, left.get(0), side, repeat);
        left.remove(0);
        new ReportFiles(plan.out()).write(report(media));
      }
    }
  }

  private Path profile(StudyCase study) {
    return options.home().resolve("ycsb-profiles/profiles").resolve(study.caseName());
  }

  private void measure(StudyLoad load, StudyCase study, Side side, int repeat)
      throws IOException, ClusterException, InterruptedException {
    StudyScale scale = options.scale();
    StudyLoad.Outcome outcome =
        load.run(study.caseName(), repeat, scale.records(study), scale.regions(study));
    BenchmarkCase row = outcome.measured().withCommit(commit);
    rows.add(row);
    volumes.add(row, outcome.volumes());
    sampleLog.add(row, outcome.moments());
    timeLeft.stepDone();
    progress.done(
        String.format(
            Locale.ROOT,
            "%-20s %-6s %,10.0f ops/s, insert p99 %,.1f ms, longest stall %.1f s; %s",
            study.caseName(),
            side.label(),
            row.metrics().getOrDefault("opsPerSec", 0.0),
            row.metrics().getOrDefault("insertP99Us", 0.0) / 1_000,
            row.metrics().getOrDefault("longestStallMs", 0.0) / 1_000,
            timeLeft.text(System.nanoTime())));
  }

  private Report finish(Report report) throws IOException {
    Path page = options.page();
    if (page != null) {
      new StudyDocument(page).write(report);
    }
    return report;
  }

  private Report report(List<ReportedMedium> media) {
    ReportBuilder report = new ReportBuilder("ycsb").startedAt(startedAt);
    report.version(MeasuredRows.SCALE, options.scaleText());
    media.forEach(report::add);
    rows.all().forEach(report::add);
    StudyComparison.of(rows.all()).forEach(report::add);
    rows.failures().forEach(report::failure);
    return report.build();
  }
}
