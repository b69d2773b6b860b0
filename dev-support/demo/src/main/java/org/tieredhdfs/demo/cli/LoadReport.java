package org.tieredhdfs.demo.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.text.BenchReport;
import org.tieredhdfs.report.text.TextTable;

/** Prints the result of a load, and writes its report. */
public final class LoadReport {
  private static final double BYTES_PER_MB = 1024 * 1024;

  private LoadReport() {}

  /** The exit code of the command: 0 only if the report is ok. */
  public static int finish(Report report, Path out) throws IOException {
    TextTable stored = new TextTable("FILES", "STORAGE TYPE", "MB", "REPLICAS");
    report
        .placement()
        .forEach(
            part ->
                stored.add(
                    part.fileClass().label(),
                    part.storageType(),
                    String.format(Locale.ROOT, "%,.1f", part.bytes() / BYTES_PER_MB),
                    Long.toString(part.blocks())));
    TextTable phases = new TextTable("PHASE", "METRIC", "VALUE");
    report
        .cases()
        .forEach(
            phase ->
                phase
                    .metrics()
                    .forEach(
                        (metric, value) ->
                            phases.add(
                                phase.name(), metric, String.format(Locale.ROOT, "%,.0f", value))));
    System.out.println();
    System.out.println(stored);
    return BenchReport.finish(report, out, phases);
  }
}
