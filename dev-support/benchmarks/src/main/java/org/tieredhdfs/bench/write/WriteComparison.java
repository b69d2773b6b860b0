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

  /** A difference smaller than that could not be told from none. */
  private static final double MAX_HALF_WIDTH = 0.05;

  /** A ratio to stock that is promised: the least of a rate, the most of anything else. */
  private record Promise(String caseName, Side side, String metric, double limit) {}

  private static final List<Promise> PROMISES =
      List.of(
          new Promise(WriteCase.WRITE, Side.OURS, RATE, 1.9),
          new Promise(WriteCase.WRITE, Side.OURS, CPU, 0.52),
          new Promise(WriteCase.WRITE, Side.STOCK_CLIENT, RATE, 1.3),
          new Promise(WriteCase.WRITE, Side.STOCK_CLIENT, CPU, 0.75),
          new Promise(WriteCase.REPLICATED, Side.OURS, RATE, 1.25),
          new Promise(WriteCase.HFLUSH_SMALL, Side.OURS, P50, 0.7));

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

  private List<Double> values(String name, Side side, String metric) {
    return rows.stream()
        .filter(row -> row.name().equals(name) && row.side() == side)
        .map(row -> row.metrics().get(metric))
        .filter(Objects::nonNull)
        .toList();
  }

  private Optional<RatioInterval> ratio(String name, Side side, String metric) {
    List<Double> ratios = values(name, side, metric + RATIO);
    return ratios.isEmpty() ? Optional.empty() : Optional.of(RatioInterval.of(ratios));
  }

  /** One more case for each, named {@code ratio-...}, with the ends of the 95 % intervals. */
  List<BenchmarkCase> intervals() {
    List<BenchmarkCase> cases = new ArrayList<>();
    for (BenchmarkCase first : firsts()) {
      Map<String, Double> metrics = new LinkedHashMap<>();
      for (String metric : COMPARED) {
        ratio(first.name(), first.side(), metric)
            .filter(RatioInterval::hasBounds)
            .ifPresent(
                ratio -> {
                  metrics.put(metric + RATIO + "Lower95", ratio.lower95());
                  metrics.put(metric + RATIO + "Upper95", ratio.upper95());
                });
      }
      if (!metrics.isEmpty()) {
        cases.add(new BenchmarkCase("ratio-" + first.name(), first.side(), 1, metrics));
      }
    }
    return cases;
  }

  /** The medians of each case on each side; ratios with their intervals. */
  TextTable table() {
    TextTable table =
        new TextTable(
            "CASE",
            "SIDE",
            "MB/s",
            "x stock",
            "CPU s/GB",
            "x stock",
            "client",
            "datanodes",
            "p50 us",
            "x stock",
            "p99 us",
            "x stock",
            "calls/MB");
    for (BenchmarkCase first : firsts()) {
      table.add(
          first.name(),
          first.side().label(),
          median(first, RATE, 0),
          ratio(first, RATE),
          median(first, CPU, 2),
          ratio(first, CPU),
          median(first, "clientCpuSecPerGb", 2),
          median(first, "datanodeCpuSecPerGb", 2),
          median(first, P50, 0),
          ratio(first, P50),
          median(first, P99, 0),
          ratio(first, P99),
          median(first, "ioCallsPerMb", 1));
    }
    return table;
  }

  private String median(BenchmarkCase of, String metric, int decimals) {
    double median = Medians.of(values(of.name(), of.side(), metric));
    return Double.isNaN(median) ? "-" : String.format(Locale.ROOT, "%,." + decimals + "f", median);
  }

  private String ratio(BenchmarkCase of, String metric) {
    return ratio(of.name(), of.side(), metric).map(RatioInterval::text).orElse("-");
  }

  /**
   * What is not as promised, a sentence each: some cases by a factor, all others no slower than
   * Hadoop. What was not measured, or in one pair only, is not judged.
   */
  List<String> failures() {
    List<String> failures = new ArrayList<>();
    for (Promise promise : PROMISES) {
      judge(
          promise.caseName(),
          promise.side(),
          promise.metric(),
          failures,
          ratio -> kept(promise, ratio));
    }
    for (BenchmarkCase first : firsts()) {
      if (PROMISES.stream()
          .noneMatch(
              promise ->
                  promise.caseName().equals(first.name())
                      && promise.side() == first.side()
                      && promise.metric().equals(RATE))) {
        judge(first.name(), first.side(), RATE, failures, WriteComparison::noLess);
      }
    }
    judge(
        WriteCase.HFLUSH_SMALL,
        Side.OURS,
        P99,
        failures,
        ratio -> ratio.lower95() > 1 ? "it has to be no more than 1" : "");
    return failures;
  }

  /** Says what is wrong with a ratio; nothing if it is right. */
  private interface Judge {
    String of(RatioInterval ratio);
  }

  private void judge(String name, Side side, String metric, List<String> failures, Judge judge) {
    ratio(name, side, metric)
        .filter(RatioInterval::hasBounds)
        .filter(ratio -> !judge.of(ratio).isEmpty())
        .ifPresent(
            ratio ->
                failures.add(
                    String.format(
                        "%s, %s: %s is %s of stock, %s",
                        name, side.label(), metric, ratio.text(), judge.of(ratio))));
  }

  private static String kept(Promise promise, RatioInterval ratio) {
    boolean isLeast = promise.metric().equals(RATE);
    boolean isKept =
        isLeast ? ratio.median() >= promise.limit() : ratio.median() <= promise.limit();
    return isKept
        ? ""
        : String.format(
            Locale.ROOT, "it has to be at %s %.2f", isLeast ? "least" : "most", promise.limit());
  }

  private static String noLess(RatioInterval ratio) {
    if (ratio.upper95() < 1) {
      return "it has to be no less than 1";
    }
    return ratio.halfWidth() > MAX_HALF_WIDTH
        ? String.format(
            Locale.ROOT,
            "known to %.0f %% only; it has to be known to %.0f %%",
            100 * ratio.halfWidth(),
            100 * MAX_HALF_WIDTH)
        : "";
  }
}
