package org.tieredhdfs.bench.study.page;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;
import org.tieredhdfs.bench.Medians;
import org.tieredhdfs.bench.experiment.RowMedians;
import org.tieredhdfs.bench.experiment.RowRatio;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.study.StudyCase;

/** What a report of {@code bench ycsb} says of its cases, as it stands on the page. */
record StudyFigures(List<BenchmarkCase> rows, List<String> failures) {
  /** Where nothing was measured. */
  static final String NONE = "–";

  static final String OPS = "opsPerSec";
  static final List<Side> SIDES = List.of(Side.STOCK, Side.OURS);

  static StudyFigures of(Report report) {
    return new StudyFigures(report.cases(), report.failures());
  }

  /** A figure without decimals. */
  static String whole(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  /** Seconds of ms, or ms of us. */
  static String thousandth(double value) {
    return String.format(Locale.ROOT, "%.1f", value / 1_000);
  }

  static String twoDecimals(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.2f", value) : NONE;
  }

  /** A row of a table. */
  static String row(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |";
  }

  static String name(Side side) {
    return side == Side.STOCK ? "Apache Hadoop and HBase" : "this project";
  }

  /** Each repeat; empty if there is none. */
  List<Double> values(StudyCase study, Side side, String metric) {
    return RowMedians.values(rows, study.caseName(), side, metric);
  }

  boolean has(StudyCase study, Side side) {
    return !values(study, side, OPS).isEmpty();
  }

  /** Whether each try to measure it failed, and there was one. */
  boolean failed(StudyCase study, Side side) {
    String start = study.caseName() + " on " + side.label() + ",";
    return !has(study, side) && failures.stream().anyMatch(one -> one.startsWith(start));
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
}
