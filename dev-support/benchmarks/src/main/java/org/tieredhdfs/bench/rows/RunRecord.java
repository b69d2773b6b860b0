package org.tieredhdfs.bench.rows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.tieredhdfs.bench.devices.DiskLoad;
import org.tieredhdfs.bench.devices.VolumesFile;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.ReportedMedium;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.files.ReportFiles;

/**
 * What a run that can be gone on with has measured, and its files: the report, which is written
 * after each case, and the load of volumes beside it. Used by one thread.
 */
public final class RunRecord {
  private final Kind kind;
  private final Path out;
  private final boolean resumes;
  private final String commit;
  private final MeasuredRows rows;
  private final VolumesFile volumes;
  private final Instant startedAt = Instant.now();
  private final Map<String, ReportedMedium> media = new LinkedHashMap<>();

  /**
   * A kind of benchmark.
   *
   * @param name of its reports
   * @param scale by what rows can be compared
   * @param known tells the names of its cases from those of rows that compare them
   * @param comparison the rows that compare those that were measured
   */
  public record Kind(
      String name,
      String scale,
      Predicate<String> known,
      UnaryOperator<List<BenchmarkCase>> comparison) {}

  /**
   * What came of a measurement.
   *
   * @param row of the report
   * @param volumes what each volume had to do, by its name
   */
  public record Outcome(BenchmarkCase row, Map<String, DiskLoad> volumes) {}

  /**
   * @param out folder of the report
   * @throws IllegalArgumentException if the report that is to be gone on with was measured at
   *     another scale
   */
  public RunRecord(Kind kind, Path out, ScaledRun scaled) throws IOException {
    this.kind = kind;
    this.out = out;
    resumes = scaled.resume();
    commit = GitCommit.of(scaled.home());
    rows = resumes ? MeasuredRows.resumed(out, kind.scale(), kind.known()) : new MeasuredRows();
    rows.media().forEach(this::medium);
    volumes = new VolumesFile(out);
  }

  /** Makes the folder, and removes the files of an earlier run unless this one goes on with it. */
  public void begin() throws IOException {
    Files.createDirectories(out);
    if (!resumes) {
      volumes.delete();
    }
  }

  public MeasuredRows rows() {
    return rows;
  }

  /** Tells what the volumes of a type are made of. */
  public void medium(ReportedMedium measured) {
    media.put(measured.storageType(), measured);
  }

  /** Adds a row to all files. */
  public BenchmarkCase add(Outcome outcome) throws IOException {
    BenchmarkCase row = outcome.row().withCommit(commit);
    rows.add(row);
    volumes.add(row, outcome.volumes());
    write();
    return row;
  }

  /** Adds a failed measurement to the report. */
  public void fail(String caseName, Side side, int repeat, Exception cause) throws IOException {
    fail(caseName + " on " + side.label() + ", repeat " + repeat, cause);
  }

  /**
   * Adds a failure to the report.
   *
   * @param what failed
   */
  public void fail(String what, Exception cause) throws IOException {
    rows.fail(what, cause);
    write();
  }

  private void write() throws IOException {
    new ReportFiles(out).write(report());
  }

  public Report report() {
    ReportBuilder report = new ReportBuilder(kind.name()).startedAt(startedAt);
    report.version(MeasuredRows.SCALE, kind.scale());
    media.values().forEach(report::add);
    rows.all().forEach(report::add);
    kind.comparison().apply(rows.all()).forEach(report::add);
    rows.failures().forEach(report::failure);
    return report.build();
  }
}
