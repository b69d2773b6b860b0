package org.tieredhdfs.report.text;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.files.ReportFiles;

/** Prints the main figures of a benchmark, and writes its report. */
public final class BenchReport {
  private static final int FAILED = 1;

  private BenchReport() {}

  /**
   * The exit code of the command: 0 only if the report is ok.
   *
   * @param shown the metrics to print; the report has them all
   */
  public static int finish(Report report, Path out, String... shown) throws IOException {
    return finish(report, out, table(report, List.of(shown)));
  }

  /**
   * The exit code of the command: 0 only if the report is ok.
   *
   * @param table the figures to print
   */
  public static int finish(Report report, Path out, TextTable table) throws IOException {
    ReportFiles files = new ReportFiles(out);
    files.write(report);
    System.out.println();
    System.out.println(table);
    System.out.println("report       " + files.html());
    System.out.println("             " + files.json());
    report.failures().forEach(failure -> System.out.println("FAILED       " + failure));
    return report.ok() ? 0 : FAILED;
  }

  private static TextTable table(Report report, List<String> shown) {
    List<String> head = new ArrayList<>(List.of("CASE", "SIDE", "REPEAT"));
    head.addAll(shown);
    TextTable table = new TextTable(head.toArray(new String[0]));
    for (BenchmarkCase measured : report.cases()) {
      List<String> row = new ArrayList<>();
      row.add(measured.name());
      row.add(measured.side().label());
      row.add(Integer.toString(measured.repeat()));
      for (String metric : shown) {
        Double value = measured.metrics().get(metric);
        row.add(value == null ? "-" : String.format(Locale.ROOT, "%,.1f", value));
      }
      table.add(row.toArray(new String[0]));
    }
    return table;
  }
}
