package org.tieredhdfs.bench.jmh;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** JMH's results as a tab-separated table. */
final class JmhTable {
  /** The column with the name of the method that was measured. */
  static final String METHOD = "benchmark";

  /** The column with the number of threads that called it. */
  static final String THREADS = "threads";

  private final List<String> columns;
  private final List<String> lines = new ArrayList<>();

  /**
   * @param unit the heading of the figures
   * @param columns what stands before them: {@link #METHOD}, {@link #THREADS} or a parameter of the
   *     benchmark
   */
  JmhTable(String unit, String... columns) {
    this.columns = List.of(columns);
    lines.add(String.join("\t", columns) + "\t" + unit + "\terror");
  }

  void add(Collection<RunResult> results) {
    results.forEach(result -> lines.add(line(result)));
  }

  private String line(RunResult measured) {
    StringBuilder line = new StringBuilder();
    columns.forEach(column -> line.append(cell(column, measured)).append('\t'));
    Result<?> figure = measured.getPrimaryResult();
    return line.append(
            String.format(Locale.ROOT, "%.0f\t%.0f", figure.getScore(), figure.getScoreError()))
        .toString();
  }

  private static String cell(String column, RunResult measured) {
    return switch (column) {
      case METHOD -> measured.getPrimaryResult().getLabel();
      case THREADS -> Integer.toString(measured.getParams().getThreads());
      default -> measured.getParams().getParam(column);
    };
  }

  List<String> lines() {
    return List.copyOf(lines);
  }
}
