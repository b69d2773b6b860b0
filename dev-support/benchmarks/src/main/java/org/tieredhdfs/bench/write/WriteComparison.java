package org.tieredhdfs.bench.write;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.bench.experiment.Bound;
import org.tieredhdfs.bench.experiment.RatioInterval;
import org.tieredhdfs.bench.experiment.RowMedians;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

/**
 * How the other sides compare with stock, which was measured in pairs with each: for the report,
 * and whether it is as promised. Immutable.
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
  static final String INTERVAL = "ratio-";

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

  /** What was measured, with the ratios to stock in the same pair, and their intervals. */
  List<BenchmarkCase> reported() {
    List<BenchmarkCase> all = new ArrayList<>(rows);
    all.addAll(intervals());
    return all;
  }

  /** One more case for each, named {@code ratio-...}, with the 95 % intervals. */
  private List<BenchmarkCase> intervals() {
    List<BenchmarkCase> cases = new ArrayList<>();
    for (BenchmarkCase first : rows.stream().filter(row -> row.repeat() == 1).toList()) {
      Map<String, Double> metrics = new LinkedHashMap<>();
      for (String metric : COMPARED) {
        RatioInterval ratio =
            RatioInterval.paired(
                RowMedians.values(rows, first.name(), first.side(), metric + RATIO));
        if (ratio.hasBounds()) {
          metrics.put(metric + LOWER, ratio.lower95());
          metrics.put(metric + UPPER, ratio.upper95());
          metrics.put(metric + HALF_WIDTH, ratio.halfWidth());
        }
      }
      if (!metrics.isEmpty()) {
        cases.add(new BenchmarkCase(INTERVAL + first.name(), first.side(), 1, metrics));
      }
    }
    return cases;
  }

  /**
   * What was promised: some cases by a factor, all others no slower than Hadoop. What was not
   * measured, or in one pair only, is not judged.
   *
   * @param reported all rows of the report
   */
  static List<Bound> bounds(List<BenchmarkCase> reported) {
    List<BenchmarkCase> intervals =
        reported.stream().filter(row -> row.name().startsWith(INTERVAL)).toList();
    List<Bound> bounds = new ArrayList<>(intervals.isEmpty() ? List.of() : PROMISES);
    for (BenchmarkCase interval : intervals) {
      if (PROMISES.stream().map(Bound::figure).noneMatch(one -> isRate(one, interval))) {
        bounds.add(
            Bound.least(interval.name(), interval.side(), RATE + UPPER, 1)
                .meaning("slower than Hadoop"));
        bounds.add(
            Bound.most(interval.name(), interval.side(), RATE + HALF_WIDTH, MAX_HALF_WIDTH)
                .meaning("whether it is slower than Hadoop is not known well enough"));
      }
    }
    bounds.add(
        Bound.most(INTERVAL + WriteCase.HFLUSH_SMALL, Side.OURS, P99 + LOWER, 1)
            .meaning("the tail is longer than Hadoop's"));
    return bounds;
  }

  private static boolean isRate(Bound.Figure promised, BenchmarkCase interval) {
    String name = interval.name().substring(INTERVAL.length());
    return promised.equals(new Bound.Figure(name, interval.side(), RATE + RATIO));
  }
}
