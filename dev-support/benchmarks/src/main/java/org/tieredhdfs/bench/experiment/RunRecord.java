package org.tieredhdfs.bench.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.devices.DiskLoad;
import org.tieredhdfs.bench.devices.VolumesFile;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.ReportedMedium;
import org.tieredhdfs.report.files.ReportFiles;

/**
 * What a run has measured, and its files: the report, which is written after each case, and the
 * load of volumes beside it. Used by one thread.
 */
final class RunRecord {
  private final Experiment<?> experiment;
  private final BenchPlan plan;
  private final String scale;
  private final String commit;
  private final MeasuredRows rows;
  private final VolumesFile volumes;
  private final Instant startedAt = Instant.now();
  private final Map<String, ReportedMedium> media = new LinkedHashMap<>();

  /** Takes that are left out, since the host took the processors away. */
  private final List<BenchmarkCase> leftOut = new ArrayList<>();

  /**
   * @throws IllegalArgumentException if the report that is to be gone on with was measured at
   *     another scale
   */
  RunRecord(Experiment<?> experiment, BenchPlan plan) throws IOException {
    this.experiment = experiment;
    this.plan = plan;
    scale = experiment.scaleText(plan);
    commit = GitCommit.of(plan.home());
    rows =
        plan.resume()
            ? MeasuredRows.resumed(plan.out(), scale, experiment::isOfACase)
            : new MeasuredRows();
    rows.forget(missed());
    rows.media().forEach(this::medium);
    volumes = new VolumesFile(plan.out());
  }

  /** Makes the folder, and removes the files of an earlier run unless this one goes on with it. */
  void begin() throws IOException {
    Files.createDirectories(plan.out());
    if (!plan.resume()) {
      volumes.delete();
      experiment.forgetEarlierRun(plan);
    }
  }

  MeasuredRows rows() {
    return rows;
  }

  /** Tells what the volumes of a type are made of. */
  void medium(ReportedMedium measured) {
    media.put(measured.storageType(), measured);
  }

  /**
   * Adds a row.
   *
   * @param others takes of the same that are left out; what each measurement has to keep they have
   *     to keep as well
   */
  void add(BenchmarkCase measured, Map<String, DiskLoad> loads, List<BenchmarkCase> others)
      throws IOException {
    BenchmarkCase row = measured.withCommit(commit);
    rows.add(row);
    leftOut.addAll(others);
    volumes.add(row, loads);
  }

  /** Adds a failure. */
  void fail(String what) {
    rows.fail(what);
  }

  /**
   * Adds a failure to the report.
   *
   * @param what failed
   */
  void fail(String what, Exception cause) throws IOException {
    rows.fail(what + ": " + cause);
    write();
  }

  void write() throws IOException {
    new ReportFiles(plan.out()).write(report());
  }

  private List<String> missed() {
    List<BenchmarkCase> reported = experiment.reported(rows.all());
    List<Bound> bounds = experiment.bounds(reported);
    List<String> missed = new ArrayList<>(Bound.missed(bounds, reported));
    missed.addAll(Bound.missed(bounds.stream().filter(Bound::isForEach).toList(), leftOut));
    return missed;
  }

  Report report() {
    ReportBuilder report = new ReportBuilder(experiment.name()).startedAt(startedAt);
    report.version(MeasuredRows.SCALE, scale);
    media.values().forEach(report::add);
    experiment.reported(rows.all()).forEach(report::add);
    Set<String> failures = new LinkedHashSet<>(rows.failures());
    failures.addAll(missed());
    failures.forEach(report::failure);
    return report.build();
  }
}
