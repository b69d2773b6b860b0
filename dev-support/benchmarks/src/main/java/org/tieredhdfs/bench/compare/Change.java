package org.tieredhdfs.bench.compare;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.tieredhdfs.bench.Medians;
import org.tieredhdfs.bench.experiment.RatioInterval;
import org.tieredhdfs.report.page.MetricUnit;

/**
 * A metric of a case on one side in two reports.
 *
 * @param of what changed
 * @param older the repeats in the one
 * @param newer the repeats in the other
 */
public record Change(ReportComparison.Key of, List<Double> older, List<Double> newer) {

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

    boolean isChange() {
      return this != SAME && this != UNKNOWN;
    }

    /** In a table; empty if there is nothing to look at. */
    String text() {
      return this == SAME ? "" : name().toLowerCase(Locale.ROOT);
    }
  }

  public Change {
    older = List.copyOf(older);
    newer = List.copyOf(newer);
  }

  /** The newer by the older; empty if a value is 0 or below. */
  Optional<RatioInterval> ratio() {
    return Collections.min(older) > 0 && Collections.min(newer) > 0
        ? Optional.of(RatioInterval.unpaired(older, newer))
        : Optional.empty();
  }

  String oldText() {
    return MetricUnit.of(of.metric()).write(Medians.of(older));
  }

  String newText() {
    return MetricUnit.of(of.metric()).write(Medians.of(newer));
  }

  public Verdict verdict() {
    if (older.size() < 2 || newer.size() < 2) {
      return Verdict.UNKNOWN;
    }
    if (!differs()) {
      return Verdict.SAME;
    }
    boolean isHigher = Medians.of(newer) > Medians.of(older);
    return switch (MetricUnit.of(of.metric()).better()) {
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
        .map(RatioInterval::differs)
        .orElseGet(
            () ->
                Collections.min(newer) > Collections.max(older)
                    || Collections.min(older) > Collections.max(newer));
  }

  /** The change in a sentence. */
  String words() {
    return String.format(
        "%s on %s: %s went from %s to %s%s",
        of.caseName(),
        of.side().label(),
        of.metric(),
        oldText(),
        newText(),
        ratio().filter(RatioInterval::hasBounds).map(RatioInterval::words).orElse(""));
  }
}
