package org.tieredhdfs.bench.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.tieredhdfs.bench.devices.VolumesFile;
import org.tieredhdfs.bench.rows.GitCommit;
import org.tieredhdfs.bench.rows.MeasuredRows;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.ReportedMedium;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.files.ReportFiles;

/**
 * What a benchmark with YCSB has measured, and its files: the report, which is written after each
 * case, and the load of volumes and the samples beside it. Used by one thread.
 */
public final class YcsbRecord {
  private final Kind kind;
  private final Path out;
  private final boolean resumes;
  private final String commit;
  private final MeasuredRows rows;
  private final VolumesFile volumes;
  private final SampleLog sampleLog;
  private final Instant startedAt = Instant.now();
  private List<ReportedMedium> media;

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
   * @param out folder of the report
   * @param resumes whether to go on with the report that is there
   * @param home the root of the repository, for the commit
   * @throws IllegalArgumentException if the report that is to be gone on with was measured at
   *     another scale
   */
  public YcsbRecord(Kind kind, Path out, boolean resumes, Path home) throws IOException {
    this.kind = kind;
    this.out = out;
    this.resumes = resumes;
    commit = GitCommit.of(home);
    rows = resumes ? MeasuredRows.resumed(out, kind.scale(), kind.known()) : new MeasuredRows();
    media = rows.media();
    volumes = new VolumesFile(out);
    sampleLog = new SampleLog(out);
  }

  /** Makes the folder, and removes the files of an earlier run unless this one goes on with it. */
  public void begin() throws IOException {
    Files.createDirectories(out);
    if (!resumes) {
      volumes.delete();
      sampleLog.clear();
    }
  }

  public MeasuredRows rows() {
    return rows;
  }

  /** What the volumes are made of. */
  public void media(List<ReportedMedium> measured) {
    media = List.copyOf(measured);
  }

  /** Adds a row to all files. */
  public BenchmarkCase add(MeasuredYcsb.Outcome outcome) throws IOException {
    BenchmarkCase row = outcome.measured().withCommit(commit);
    rows.add(row);
    volumes.add(row, outcome.volumes());
    sampleLog.add(row, outcome.moments());
    write();
    return row;
  }

  /** Adds a failure to the report. */
  public void fail(String caseName, Side side, int repeat, Exception cause) throws IOException {
    rows.fail(caseName + " on " + side.label() + ", repeat " + repeat, cause);
    write();
  }

  private void write() throws IOException {
    new ReportFiles(out).write(report());
  }

  public Report report() {
    ReportBuilder report = new ReportBuilder(kind.name()).startedAt(startedAt);
    report.version(MeasuredRows.SCALE, kind.scale());
    media.forEach(report::add);
    rows.all().forEach(report::add);
    kind.comparison().apply(rows.all()).forEach(report::add);
    rows.failures().forEach(report::failure);
    return report.build();
  }
}
