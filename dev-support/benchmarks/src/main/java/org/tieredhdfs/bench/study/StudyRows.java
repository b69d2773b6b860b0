package org.tieredhdfs.bench.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tieredhdfs.bench.study.page.StudyFigures;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportedMedium;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.files.ReportFiles;
import org.tieredhdfs.ycsb.study.StudyCase;

/**
 * The rows measured so far. They are read from the report of an interrupted run if it is to be gone
 * on with. Used by one thread.
 */
final class StudyRows {
  private final List<BenchmarkCase> rows = new ArrayList<>();
  private final List<ReportedMedium> media = new ArrayList<>();

  /** No rows. */
  StudyRows() {}

  /**
   * Those of the report in {@code out}, if there is one.
   *
   * @param scale of this run
   * @throws IllegalArgumentException if they were measured at another scale
   */
  static StudyRows resumed(Path out, String scale) throws IOException {
    StudyRows resumed = new StudyRows();
    ReportFiles files = new ReportFiles(out);
    if (Files.exists(files.json())) {
      Report report = files.read();
      String before = report.versions().getOrDefault(StudyFigures.SCALE, "");
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
      report.cases().stream()
          .filter(row -> StudyCase.names().contains(row.name()))
          .forEach(resumed::add);
    }
    return resumed;
  }

  void add(BenchmarkCase row) {
    rows.add(row);
  }

  boolean has(StudyCase study, Side side, int repeat) {
    return rows.stream()
        .anyMatch(
            row ->
                row.name().equals(study.caseName())
                    && row.side() == side
                    && row.repeat() == repeat);
  }

  /** What media the run that is gone on with had; empty if there was none. */
  List<ReportedMedium> media() {
    return List.copyOf(media);
  }

  List<BenchmarkCase> all() {
    return List.copyOf(rows);
  }
}
