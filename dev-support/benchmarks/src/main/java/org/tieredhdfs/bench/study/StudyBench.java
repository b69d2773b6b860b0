package org.tieredhdfs.bench.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.bench.BenchMedia;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.rows.CaseGroups;
import org.tieredhdfs.bench.study.page.StudyDocument;
import org.tieredhdfs.bench.write.TimeLeft;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
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
  private final BenchPlan plan;
  private final StudyOptions options;
  private final Progress progress;
  private final List<StudyCase> cases;
  private final YcsbRecord record;
  private final TimeLeft timeLeft;

  /**
   * @throws IllegalArgumentException if the plan names a case that there is not, or an earlier run
   *     that is to be gone on with was another
   */
  public StudyBench(BenchPlan plan, StudyOptions options, Progress progress) throws IOException {
    this.plan = plan;
    this.options = options;
    this.progress = progress;
    cases = cases(plan.cases());
    record =
        new YcsbRecord(
            new YcsbRecord.Kind(
                "ycsb", options.scaleText(), StudyCase.names()::contains, StudyComparison::of),
            plan.out(),
            options.resume(),
            options.home());
    timeLeft = new TimeLeft(record.rows().missing(cases, StudyCase::caseName, plan));
  }

  private static List<StudyCase> cases(List<String> names) {
    return names.isEmpty() || names.equals(List.of("all"))
        ? List.of(StudyCase.values())
        : names.stream().map(StudyCase::named).distinct().toList();
  }

  /**
   * Runs all that is not there yet; a case that fails is told in the report, and the rest goes on.
   */
  public Report run() throws IOException, InterruptedException {
    record.begin();
    if (record.rows().missing(cases, StudyCase::caseName, plan) > 0) {
      MediaPace pace = measureMedia();
      timeLeft.start(System.nanoTime());
      new CaseGroups<>(cases, StudyCase::caseName, StudySite::key)
          .run(
              plan,
              record.rows(),
              (left, side, repeat) -> loadOnOneCluster(left, side, repeat, pace),
              this::failed);
    }
    Report report = record.report();
    Path page = options.page();
    if (page != null) {
      new StudyDocument(page).write(report, otherReports());
    }
    return report;
  }

  /** Of the other studies, as far as they were run into folders beside this one's. */
  private List<Report> otherReports() throws IOException {
    List<Report> others = new ArrayList<>();
    for (String name : StudyDocument.otherReports()) {
      ReportFiles files = new ReportFiles(plan.out().resolveSibling(name));
      if (Files.exists(files.json())) {
        others.add(files.read());
      }
    }
    return others;
  }

  /** Memory alone needs no device, and no right to make one. */
  private MediaPace measureMedia() throws IOException, InterruptedException {
    Map<String, MediaProfile> profiles = new LinkedHashMap<>();
    for (StudyCase study : cases) {
      for (StudyMedium medium : study.volumes().keySet()) {
        String type = medium.storageType();
        profiles.put(type, MediaProfile.defaultOf(type, medium == StudyMedium.RAM));
      }
    }
    List<ReportedMedium> media = new ArrayList<>();
    MediaPace pace =
        new BenchMedia(profiles, options.mediaFactor()).measure(plan, media::add, progress);
    record.media(media);
    return pace;
  }

  private void failed(StudyCase study, Side side, int repeat, Exception cause) throws IOException {
    record.fail(study.caseName(), side, repeat, cause);
    timeLeft.stepDone();
    progress.failed(String.format("%-20s %-6s", study.caseName(), side.label()), cause);
  }

  private void loadOnOneCluster(List<StudyCase> left, Side side, int repeat, MediaPace pace)
      throws IOException, ClusterException, InterruptedException {
    StudyCase first = left.get(0);
    StudySite site = StudySite.of(first, side, options.scale(), options.home());
    progress.waitingFor(List.of("a cluster for " + first.caseName() + " on " + side.label()));
    try (StudyCluster cluster = StudyCluster.start(site, plan, pace, Progress.silent())) {
      StudyLoad load = new StudyLoad(cluster, plan.out(), progress);
      if (options.warmUpRecords() > 0) {
        load.run("warm-up", repeat, options.warmUpRecords(), 1);
      }
      while (!left.isEmpty()) {
        measure(load, left.get(0), side, repeat);
        left.remove(0);
      }
    }
  }

  private void measure(StudyLoad load, StudyCase study, Side side, int repeat)
      throws IOException, ClusterException, InterruptedException {
    StudyScale scale = options.scale();
    BenchmarkCase row =
        record.add(load.run(study.caseName(), repeat, scale.records(study), scale.regions(study)));
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
}
