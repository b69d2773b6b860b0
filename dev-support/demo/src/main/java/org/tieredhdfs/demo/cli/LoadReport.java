package org.tieredhdfs.demo.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Placement;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.files.ReportFiles;
import org.tieredhdfs.report.text.TextTable;
import picocli.CommandLine.ExitCode;

/** Prints the result of a load, and writes its report. */
public final class LoadReport {
  private static final double BYTES_PER_MB = 1024 * 1024;

  private LoadReport() {}

  /** The exit code of the command: 0 only if the report is ok. */
  public static int finish(Report report, Path out) throws IOException {
    ReportFiles files = new ReportFiles(out);
    files.write(report);
    System.out.println();
    System.out.println(placement(report));
    System.out.println(phases(report));
    System.out.println("report       " + files.html());
    System.out.println("             " + files.json());
    report.failures().forEach(failure -> System.out.println("FAILED       " + failure));
    return report.ok() ? 0 : ExitCode.SOFTWARE;
  }

  private static TextTable placement(Report report) {
    TextTable table = new TextTable("FILES", "STORAGE TYPE", "MB", "REPLICAS");
    for (Placement placement : report.placement()) {
      table.add(
          placement.fileClass().label(),
          placement.storageType(),
          String.format(Locale.ROOT, "%,.1f", placement.bytes() / BYTES_PER_MB),
          Long.toString(placement.blocks()));
    }
    return table;
  }

  private static TextTable phases(Report report) {
    TextTable table = new TextTable("PHASE", "METRIC", "VALUE");
    for (BenchmarkCase measured : report.cases()) {
      measured
          .metrics()
          .forEach(
              (metric, value) ->
                  table.add(measured.name(), metric, String.format(Locale.ROOT, "%,.0f", value)));
    }
    return table;
  }
}
