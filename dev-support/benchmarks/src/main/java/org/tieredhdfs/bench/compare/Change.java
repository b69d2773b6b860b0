package org.tieredhdfs.bench.compare;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.tieredhdfs.bench.Medians;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.page.MetricUnit;

/**
 * A metric of a case on one side in two reports.
 *
 * @param older the repeats in the one
 * @param newer the repeats in the other
 */
public record Change(
    String caseName, Side side, String metric, List<Double> older, List<Double> newer) {

  /** What is known of a change. */
  public enum Verdict {
    BETTER,
    WORSE,
    /** Different, and nobody knows which of the two is better. */
    CHANGED,
    /** Within what chance does. */
    SAME,
    /** There are too few repeats to tell. */
    UNKNOWN;

    /** In a table; empty if there is nothing to look at. */
    public String text() {
      return this == SAME ? "" : name().toLowerCase(Locale.ROOT);
    }
  }

  public Change {
    older = List.copyOf(older);
    newer = List.copyOf(newer);
  }

  /** The newer by the older; empty if a value is 0 or below. */
  public Optional<UnpairedRatio> ratio() {
    return isPositive(older) && isPositive(newer)
        ? Optional.of(UnpairedRatio.of(older, newer))
        : Optional.empty();
  }

  private static boolean isPositive(List<Double> values) {
    return values.stream().allMatch(value -> value > 0);
  }

  public double oldMedian() {
    return Medians.of(older);
  }

  public double newMedian() {
    return Medians.of(newer);
  }

  public Verdict verdict() {
    if (older.size() < 2 || newer.size() < 2) {
      return Verdict.UNKNOWN;
    }
    if (!differs()) {
      return Verdict.SAME;
    }
    boolean isHigher = newMedian() > oldMedian();
    return switch (MetricUnit.of(metric).better()) {
      case HIGHER -> isHigher ? Verdict.BETTER : Verdict.WORSE;
      case LOWER -> isHigher ? Verdict.WORSE : Verdict.BETTER;
      case UNKNOWN -> Verdict.CHANGED;
    };
  }

  /**
   * By the interval of the ratio; without a ratio, if no repeat of the one is as any of the other.
   */
  private boolean differs() {
    return ratio()
        .map(UnpairedRatio::differs)
        .orElseGet(
            () ->
                Collections.min(newer) > Collections.max(older)
                    || Collections.min(older) > Collections.max(newer));
  }

  /** The change in a sentence. */
  public String words() {
    MetricUnit unit = MetricUnit.of(metric);
    return String.format(
        Locale.ROOT,
        "%s on %s: %s went from %s to %s%s",
        caseName,
        side.label(),
        metric,
        unit.write(oldMedian()),
        unit.write(newMedian()),
        ratio()
            .filter(UnpairedRatio::hasBounds)
            .map(
                ratio ->
                    String.format(
                        Locale.ROOT,
                        ", %.3f times (%.3f to %.3f)",
                        ratio.mean(),
                        ratio.lower95(),
                        ratio.upper95()))
            .orElse(""));
  }
}
