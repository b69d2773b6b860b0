package org.tieredhdfs.bench.study.page;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;
import org.tieredhdfs.bench.Medians;
import org.tieredhdfs.bench.rows.RowRatio;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.study.StudyCase;

/** What a report of {@code bench ycsb} says of a case: repeats, medians and their spread. */
public final class StudyFigures {
  /** Where nothing was measured. */
  static final String NONE = "–";

  static final String OPS = "opsPerSec";

  private final List<BenchmarkCase> rows;
  private final List<String> failures;

  StudyFigures(Report report) {
    rows = report.cases();
    failures = report.failures();
  }

  /** A figure without decimals. */
  static String whole(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  /** Seconds of ms, or ms of us. */
  static String thousandth(double value) {
    return String.format(Locale.ROOT, "%.1f", value / 1_000);
  }

  /** Each repeat; empty if there is none. */
  List<Double> values(StudyCase study, Side side, String metric) {
    return rows.stream()
        .filter(row -> row.name().equals(study.caseName()) && row.side() == side)
        .filter(row -> row.metrics().containsKey(metric))
        .map(row -> row.metrics().getOrDefault(metric, Double.NaN))
        .toList();
  }

  boolean has(StudyCase study, Side side) {
    return !values(study, side, OPS).isEmpty();
  }

  /** Whether each try to measure it failed, and there was one. */
  boolean failed(StudyCase study, Side side) {
    String start = study.caseName() + " on " + side.label() + ",";
    return !has(study, side) && failures.stream().anyMatch(one -> one.startsWith(start));
  }

  /** NaN if there is none. */
  double median(StudyCase study, Side side, String metric) {
    return Medians.of(values(study, side, metric));
  }

  /** The median, and its spread if there are repeats. */
  String cell(StudyCase study, Side side, String metric, DoubleFunction<String> format) {
    List<Double> sorted = values(study, side, metric).stream().sorted().toList();
    if (sorted.isEmpty()) {
      return NONE;
    }
    String median = format.apply(Medians.of(sorted));
    String least = format.apply(sorted.get(0));
    String most = format.apply(sorted.get(sorted.size() - 1));
    return least.equals(most) ? median : median + " (" + least + "–" + most + ")";
  }

  /** The throughput of a case by that of another; empty if one of them was not measured. */
  Optional<RowRatio> ratio(StudyCase of, StudyCase to, Side side) {
    return RowRatio.of(values(of, side, OPS), values(to, side, OPS));
  }

  /** How often each case was measured on each side: the least and the most. */
  String repeats() {
    List<Integer> counts =
        List.of(StudyCase.values()).stream()
            .flatMap(
                study ->
                    List.of(Side.STOCK, Side.OURS).stream()
                        .map(side -> values(study, side, OPS).size()))
            .filter(count -> count > 0)
            .sorted()
            .toList();
    if (counts.isEmpty()) {
      return "0";
    }
    int least = counts.get(0);
    int most = counts.get(counts.size() - 1);
    return least == most ? Integer.toString(least) : least + " to " + most;
  }
}
