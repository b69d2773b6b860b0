package org.tieredhdfs.bench.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.rows.ResumableRun;
import org.tieredhdfs.bench.rows.RunRecord;
import org.tieredhdfs.bench.study.page.StudyDocument;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.files.ReportFiles;
import org.tieredhdfs.ycsb.study.StudyCase;
import org.tieredhdfs.ycsb.study.StudyMedium;

/**
 * Runs the loads of the study on emulated media, on stock Hadoop and on this project in turn. Used
 * by one thread.
 */
public final class StudyBench {
  private final BenchPlan plan;
  private final StudyOptions options;
  private final Progress progress;
  private final List<StudyCase> cases;
  private final ResumableRun<StudyCase> run;
  private final SampleLog samples;

  /**
   * @throws IllegalArgumentException if the plan names a case that there is not, or an earlier run
   *     that is to be gone on with was another
   */
  public StudyBench(BenchPlan plan, StudyOptions options, Progress progress) throws IOException {
    this.plan = plan;
    this.options = options;
    this.progress = progress;
    cases = cases(plan.cases());
    run =
        new ResumableRun<>(
            new RunRecord.Kind(
                "ycsb", options.scaleText(), StudyCase.names()::contains, StudyComparison::of),
            new ResumableRun.Cases<>(cases, StudyCase::caseName, StudySite::key),
            plan,
            options.scaled(),
            progress);
    samples = new SampleLog(plan.out());
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
    samples.begin(options.scaled().resume());
    Report report = run.run(profiles(), this::loadOnOneCluster);
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
  private Map<String, MediaProfile> profiles() {
    Map<String, MediaProfile> profiles = new LinkedHashMap<>();
    for (StudyCase study : cases) {
      for (StudyMedium medium : study.volumes().keySet()) {
        String type = medium.storageType();
        profiles.put(type, MediaProfile.defaultOf(type, medium == StudyMedium.RAM));
      }
    }
    return profiles;
  }

  private void loadOnOneCluster(ResumableRun<StudyCase>.Turn turn, MediaPace pace)
      throws IOException, ClusterException, InterruptedException {
    StudyScale scale = options.scale();
    StudySite site = StudySite.of(turn.first(), turn.side(), scale, options.scaled().home());
    try (StudyCluster cluster = StudyCluster.start(site, plan, pace, Progress.silent())) {
      StudyLoad load = new StudyLoad(cluster, plan.out(), progress);
      int repeat = turn.repeat();
      if (options.warmUpRecords() > 0) {
        load.run("warm-up", repeat, options.warmUpRecords(), 1);
      }
      turn.measure(
          one ->
              samples.keep(
                  load.run(one.caseName(), repeat, scale.records(one), scale.regions(one))),
          StudyBench::figures);
    }
  }

  private static String figures(BenchmarkCase row) {
    return String.format(
        Locale.ROOT,
        "%,10.0f ops/s, insert p99 %,.1f ms, longest stall %.1f s",
        row.metrics().getOrDefault("opsPerSec", 0.0),
        row.metrics().getOrDefault("insertP99Us", 0.0) / 1_000,
        row.metrics().getOrDefault("longestStallMs", 0.0) / 1_000);
  }
}
