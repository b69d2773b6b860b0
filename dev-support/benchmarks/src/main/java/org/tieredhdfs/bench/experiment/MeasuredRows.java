package org.tieredhdfs.bench.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportedMedium;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.files.ReportFiles;

/**
 * The rows measured so far. They are read from the report of an interrupted run if it is to be gone
 * on with. Used by one thread.
 */
public final class MeasuredRows {
  public static final String SCALE = "scale";

  private final List<BenchmarkCase> rows = new ArrayList<>();
  private final List<ReportedMedium> media = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();

  /** No rows. */
  public MeasuredRows() {}

  /**
   * Those of the report in {@code out}, if there is one.
   *
   * @param scale of this run
   * @param known tells the names of cases from those of rows that compare them, which are left out
   * @throws IllegalArgumentException if they were measured at another scale
   */
  public static MeasuredRows resumed(Path out, String scale, Predicate<String> known)
      throws IOException {
    MeasuredRows resumed = new MeasuredRows();
    ReportFiles files = new ReportFiles(out);
    if (Files.exists(files.json())) {
      Report report = files.read();
      String before = report.versions().getOrDefault(SCALE, "");
      if (!before.equals(scale)) {
        throw new IllegalArgumentException(
            "--resume: "
                + files.json()
                + " was measured at '"
                + before
                + "', this run is at '"
                + scale
                + "'; they have to be the same");
      }
      resumed.media.addAll(report.media());
      resumed.failures.addAll(report.failures());
      report.cases().stream().filter(row -> known.test(row.name())).forEach(resumed::add);
    }
    return resumed;
  }

  public void add(BenchmarkCase row) {
    rows.add(row);
  }

  public boolean has(String caseName, Side side, int repeat) {
    return rows.stream()
        .anyMatch(
            row -> row.name().equals(caseName) && row.side() == side && row.repeat() == repeat);
  }

  /** What media the run that is gone on with had; empty if there was none. */
  public List<ReportedMedium> media() {
    return List.copyOf(media);
  }

  /** What failed, one sentence each; what failed in the run that is gone on with comes first. */
  public List<String> failures() {
    return List.copyOf(failures);
  }

  /** Adds a failure. It stays in the report when a later run measures the case. */
  public void fail(String what) {
    failures.add(what);
  }

  /** Takes back failures that are found anew each time. */
  void forget(List<String> found) {
    failures.removeAll(found);
  }

  public List<BenchmarkCase> all() {
    return List.copyOf(rows);
  }
}
