package org.tieredhdfs.bench.write;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.tieredhdfs.bench.Medians;
import org.tieredhdfs.bench.rows.Bound;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.text.TextTable;

/**
 * How the other sides compare with stock, which was measured in pairs with each: for the report,
 * for people, and whether it is as promised. Immutable.
 */
final class WriteComparison {
  private static final String RATE = "mbPerSec";
  private static final String CPU = "cpuSecPerGb";
  private static final String P50 = "p50Us";
  private static final String P99 = "p99Us";
  private static final List<String> COMPARED = List.of(RATE, CPU, P50, P99);
  private static final String RATIO = "Ratio";
  private static final String LOWER = "RatioLower95";
  private static final String UPPER = "RatioUpper95";
  private static final String HALF_WIDTH = "RatioHalfWidth";
  private static final String INTERVAL = "ratio-";

  /** A difference smaller than that could not be told from none. */
  private static final double MAX_HALF_WIDTH = 0.05;

  private static final List<Bound> PROMISES =
      List.of(
          Bound.least(WriteCase.WRITE, Side.OURS, RATE + RATIO, 1.9),
          Bound.most(WriteCase.WRITE, Side.OURS, CPU + RATIO, 0.52),
          Bound.least(WriteCase.WRITE, Side.STOCK_CLIENT, RATE + RATIO, 1.3),
          Bound.most(WriteCase.WRITE, Side.STOCK_CLIENT, CPU + RATIO, 0.75),
          Bound.least(WriteCase.REPLICATED, Side.OURS, RATE + RATIO, 1.25),
          Bound.most(WriteCase.HFLUSH_SMALL, Side.OURS, P50 + RATIO, 0.7));

  /** A column of the table: medians of a metric with so many decimals, or its ratios. */
  private record Column(String title, String metric, int decimals) {}

  private static final int RATIOS = -1;

  private static final List<Column> COLUMNS =
      List.of(
          new Column("MB/s", RATE, 0),
          new Column("x stock", RATE, RATIOS),
          new Column("CPU s/GB", CPU, 2),
          new Column("x stock", CPU, RATIOS),
          new Column("client", "clientCpuSecPerGb", 2),
          new Column("datanodes", "datanodeCpuSecPerGb", 2),
          new Column("p50 us", P50, 0),
          new Column("x stock", P50, RATIOS),
          new Column("p99 us", P99, 0),
          new Column("x stock", P99, RATIOS),
          new Column("calls/MB", "ioCallsPerMb", 1));

  private final List<BenchmarkCase> rows;

  /**
   * @param measured the repeat of each is the number of its pair
   */
  WriteComparison(List<BenchmarkCase> measured) {
    List<String> names = measured.stream().map(BenchmarkCase::name).distinct().toList();
    rows =
        measured.stream()
            .map(row -> withRatios(row, measured))
            .sorted(
                Comparator.comparingInt((BenchmarkCase row) -> names.indexOf(row.name()))
                    .thenComparing(BenchmarkCase::side)
                    .thenComparingInt(BenchmarkCase::repeat))
            .toList();
  }

  private static BenchmarkCase withRatios(BenchmarkCase row, List<BenchmarkCase> measured) {
    Map<String, Double> metrics = new LinkedHashMap<>(row.metrics());
    measured.stream()
        .filter(other -> other.name().equals(row.name()) && other.repeat() == row.repeat())
        .filter(other -> other.side() == Side.STOCK && row.side() != Side.STOCK)
        .forEach(
            stock -> {
              for (String metric : COMPARED) {
                double ours = row.metrics().getOrDefault(metric, 0.0);
                double theirs = stock.metrics().getOrDefault(metric, 0.0);
                if (ours > 0 && theirs > 0) {
                  metrics.put(metric + RATIO, ours / theirs);
                }
              }
            });
    return new BenchmarkCase(row.name(), row.side(), row.repeat(), metrics);
  }

  /** What was measured, with the ratios to stock in the same pair. */
  List<BenchmarkCase> rows() {
    return rows;
  }

  /** A row of each case on each side. */
  private List<BenchmarkCase> firsts() {
    return rows.stream().filter(row -> row.repeat() == 1).toList();
  }

  /** Of all pairs. */
  private List<Double> values(BenchmarkCase of, String metric) {
    return rows.stream()
        .filter(row -> row.name().equals(of.name()) && row.side() == of.side())
        .map(row -> row.metrics().get(metric))
        .filter(Objects::nonNull)
        .toList();
  }

  private Optional<RatioInterval> ratio(BenchmarkCase of, String metric) {
    List<Double> ratios = values(of, metric + RATIO);
    return ratios.isEmpty() ? Optional.empty() : Optional.of(RatioInterval.of(ratios));
  }

  /** One more case for each, named {@code ratio-...}, with the 95 % intervals. */
  List<BenchmarkCase> intervals() {
    List<BenchmarkCase> cases = new ArrayList<>();
    for (BenchmarkCase first : firsts()) {
      Map<String, Double> metrics = new LinkedHashMap<>();
      for (String metric : COMPARED) {
        ratio(first, metric)
            .filter(RatioInterval::hasBounds)
            .ifPresent(
                ratio -> {
                  metrics.put(metric + LOWER, ratio.lower95());
                  metrics.put(metric + UPPER, ratio.upper95());
                  metrics.put(metric + HALF_WIDTH, ratio.halfWidth());
                });
      }
      if (!metrics.isEmpty()) {
        cases.add(new BenchmarkCase(INTERVAL + first.name(), first.side(), 1, metrics));
      }
    }
    return cases;
  }

  /** The medians of each case on each side; ratios with their intervals. */
  TextTable table() {
    List<String> titles = new ArrayList<>(List.of("CASE", "SIDE"));
    COLUMNS.forEach(column -> titles.add(column.title()));
    TextTable table = new TextTable(titles.toArray(new String[0]));
    for (BenchmarkCase first : firsts()) {
      List<String> cells = new ArrayList<>(List.of(first.name(), first.side().label()));
      COLUMNS.forEach(column -> cells.add(cell(first, column)));
      table.add(cells.toArray(new String[0]));
    }
    return table;
  }

  private String cell(BenchmarkCase first, Column column) {
    if (column.decimals() == RATIOS) {
      return ratio(first, column.metric()).map(RatioInterval::text).orElse("-");
    }
    double median = Medians.of(values(first, column.metric()));
    return Double.isNaN(median)
        ? "-"
        : String.format(Locale.ROOT, "%,." + column.decimals() + "f", median);
  }

  /**
   * What is not as promised, a sentence each: some cases by a factor, all others no slower than
   * Hadoop. What was not measured, or in one pair only, is not judged.
   */
  List<String> failures() {
    List<BenchmarkCase> judged = new ArrayList<>(intervals());
    List<Bound> bounds = new ArrayList<>();
    if (!judged.isEmpty()) {
      judged.addAll(rows);
      bounds.addAll(PROMISES);
    }
    for (BenchmarkCase first : firsts()) {
      String interval = INTERVAL + first.name();
      if (PROMISES.stream().map(Bound::figure).noneMatch(promised -> isRate(promised, first))) {
        bounds.add(
            Bound.least(interval, first.side(), RATE + UPPER, 1).meaning("slower than Hadoop"));
        bounds.add(
            Bound.most(interval, first.side(), RATE + HALF_WIDTH, MAX_HALF_WIDTH)
                .meaning("whether it is slower than Hadoop is not known well enough"));
      }
    }
    bounds.add(
        Bound.most(INTERVAL + WriteCase.HFLUSH_SMALL, Side.OURS, P99 + LOWER, 1)
            .meaning("the tail is longer than Hadoop's"));
    return Bound.missed(bounds, judged);
  }

  private static boolean isRate(Bound.Figure promised, BenchmarkCase of) {
    return promised.equals(new Bound.Figure(of.name(), of.side(), RATE + RATIO));
  }
}
