package org.tieredhdfs.bench.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.tieredhdfs.report.Side;

/**
 * Whether the write path is as it is promised to be: some cases by a factor, all others no slower
 * than Hadoop. What was not measured, or in one pair only, is not judged.
 */
final class WriteVerdict {
  private static final String RATE = "mbPerSec";
  private static final String CPU = "cpuSecPerGb";
  private static final String P50 = "p50Us";
  private static final String P99 = "p99Us";

  /** A difference smaller than that could not be told from none. */
  private static final double MAX_HALF_WIDTH = 0.05;

  /** A ratio to stock that is promised. */
  private record Bound(String caseName, Side side, String metric, double limit) {
    boolean isMet(double ratio) {
      return metric.equals(RATE) ? ratio >= limit : ratio <= limit;
    }

    String wanted() {
      return (metric.equals(RATE) ? "at least " : "at most ") + number(limit);
    }
  }

  private static final List<Bound> BOUNDS =
      List.of(
          new Bound(WriteCase.WRITE, Side.OURS, RATE, 1.9),
          new Bound(WriteCase.WRITE, Side.OURS, CPU, 0.52),
          new Bound(WriteCase.WRITE, Side.STOCK_CLIENT, RATE, 1.3),
          new Bound(WriteCase.WRITE, Side.STOCK_CLIENT, CPU, 0.75),
          new Bound(WriteCase.REPLICATED, Side.OURS, RATE, 1.25),
          new Bound(WriteCase.HFLUSH_SMALL, Side.OURS, P50, 0.7));

  private final PairedFigures figures;

  WriteVerdict(PairedFigures figures) {
    this.figures = figures;
  }

  /** What is not as promised, a sentence each. */
  List<String> failures() {
    List<String> failures = new ArrayList<>();
    BOUNDS.forEach(bound -> judge(bound, failures));
    for (String caseName : figures.caseNames()) {
      for (Side side : figures.sides(caseName)) {
        if (BOUNDS.stream().noneMatch(bound -> isOf(bound, caseName, side, RATE))) {
          requireNoLess(caseName, side, failures);
        }
      }
    }
    requireNoLongerTail(failures);
    return failures;
  }

  private static boolean isOf(Bound bound, String caseName, Side side, String metric) {
    return bound.caseName().equals(caseName)
        && bound.side() == side
        && bound.metric().equals(metric);
  }

  private void judge(Bound bound, List<String> failures) {
    figures
        .ratio(bound.caseName(), bound.side(), bound.metric())
        .filter(RatioInterval::hasBounds)
        .filter(ratio -> !bound.isMet(ratio.median()))
        .ifPresent(
            ratio ->
                failures.add(
                    String.format(
                        Locale.ROOT,
                        "%s, %s: %s is %s of stock, it has to be %s",
                        bound.caseName(),
                        bound.side().label(),
                        bound.metric(),
                        text(ratio),
                        bound.wanted())));
  }

  private void requireNoLess(String caseName, Side side, List<String> failures) {
    figures
        .ratio(caseName, side, RATE)
        .filter(RatioInterval::hasBounds)
        .ifPresent(
            ratio -> {
              String what = caseName + ", " + side.label() + ": " + RATE + " is " + text(ratio);
              if (ratio.upper95() < 1) {
                failures.add(what + " of stock, it has to be no less than 1");
              } else if (ratio.halfWidth() > MAX_HALF_WIDTH) {
                failures.add(
                    String.format(
                        Locale.ROOT,
                        "%s of stock, known to %.0f %% only; it has to be known to %.0f %%",
                        what,
                        100 * ratio.halfWidth(),
                        100 * MAX_HALF_WIDTH));
              }
            });
  }

  private void requireNoLongerTail(List<String> failures) {
    figures
        .ratio(WriteCase.HFLUSH_SMALL, Side.OURS, P99)
        .filter(ratio -> ratio.lower95() > 1)
        .ifPresent(
            ratio ->
                failures.add(
                    String.format(
                        Locale.ROOT,
                        "%s, %s: %s is %s of stock, it has to be no more than 1",
                        WriteCase.HFLUSH_SMALL,
                        Side.OURS.label(),
                        P99,
                        text(ratio))));
  }

  /** A ratio with its interval, where it has one. */
  static String text(RatioInterval ratio) {
    return ratio.hasBounds()
        ? number(ratio.median())
            + " ("
            + number(ratio.lower95())
            + " to "
            + number(ratio.upper95())
            + ")"
        : number(ratio.median());
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
