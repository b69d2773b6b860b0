package org.tieredhdfs.bench.experiment;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.Medians;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

/**
 * A bound that a metric of a case on a side has to keep: a number, or so many times the median of
 * another figure. Unless it is for each repeat, the median of the repeats is held against it. A
 * case that was not measured keeps every bound.
 *
 * @param figure that has to keep it
 * @param isLeast whether it is a lower bound
 * @param limit the number, or the factor
 * @param reference what the limit is a multiple of; null for a number
 * @param isForEach whether each repeat has to keep it, and not their median
 * @param isRequired whether a row of the case without the metric misses it
 * @param meaning what it means if it is missed; may be empty
 */
public record Bound(
    Figure figure,
    boolean isLeast,
    double limit,
    @Nullable Figure reference,
    boolean isForEach,
    boolean isRequired,
    String meaning) {

  /** A metric of a case on a side. */
  public record Figure(String caseName, Side side, String metric) {
    private Stream<BenchmarkCase> rows(List<BenchmarkCase> all) {
      return all.stream().filter(row -> row.name().equals(caseName) && row.side() == side);
    }

    private double median(List<BenchmarkCase> all) {
      return Medians.of(
          rows(all).map(row -> row.metrics().get(metric)).filter(Objects::nonNull).toList());
    }

    private String title() {
      return caseName + ", " + side.label();
    }
  }

  /** The median has to be the limit or less. */
  public static Bound most(String caseName, Side side, String metric, double limit) {
    return new Bound(new Figure(caseName, side, metric), false, limit, null, false, false, "");
  }

  /** The median has to be the limit or more. */
  public static Bound least(String caseName, Side side, String metric, double limit) {
    return new Bound(new Figure(caseName, side, metric), true, limit, null, false, false, "");
  }

  /**
   * The limit is a multiple of the median of the same metric of another case, or on another side.
   */
  public Bound times(String caseName, Side side) {
    return times(new Figure(caseName, side, figure.metric));
  }

  /** The limit is a multiple of another metric of the same row. */
  public Bound timesOwn(String metric) {
    return times(new Figure(figure.caseName, figure.side, metric)).forEach();
  }

  private Bound times(Figure multiplied) {
    return new Bound(figure, isLeast, limit, multiplied, isForEach, isRequired, meaning);
  }

  /** Each repeat has to keep it. */
  public Bound forEach() {
    return new Bound(figure, isLeast, limit, reference, true, isRequired, meaning);
  }

  /** Each repeat has to keep it, and to have the metric. */
  public Bound required() {
    return new Bound(figure, isLeast, limit, reference, true, true, meaning);
  }

  /** Says with the failure what it means. */
  public Bound meaning(String what) {
    return new Bound(figure, isLeast, limit, reference, isForEach, isRequired, what);
  }

  /** A sentence for each bound, and each repeat if it is for each, that is missed. */
  public static List<String> missed(List<Bound> bounds, List<BenchmarkCase> rows) {
    return bounds.stream().flatMap(bound -> bound.missed(rows)).distinct().toList();
  }

  private Stream<String> missed(List<BenchmarkCase> rows) {
    return isForEach
        ? figure.rows(rows).flatMap(this::missedBy)
        : missedBy(figure.title(), figure.median(rows), base(rows));
  }

  private Stream<String> missedBy(BenchmarkCase row) {
    String title = figure.title() + ", repeat " + row.repeat();
    Double value = row.metrics().get(figure.metric);
    if (value == null) {
      return isRequired
          ? Stream.of(title + ": " + figure.metric + " was not measured" + why())
          : Stream.empty();
    }
    return missedBy(title, value, base(List.of(row)));
  }

  private double base(List<BenchmarkCase> rows) {
    return reference == null ? 1 : reference.median(rows);
  }

  /** NaN, of what was not measured, is neither above nor below anything. */
  private Stream<String> missedBy(String title, double value, double base) {
    double wanted = limit * base;
    boolean isMissed = isLeast ? value < wanted : value > wanted;
    if (!isMissed) {
      return Stream.empty();
    }
    String multiple =
        reference == null
            ? ""
            : String.format(
                " (%s instead of %s times the %s of %s)",
                text(value / base), text(limit), text(base), referenceTitle(reference));
    return Stream.of(
        String.format(
            "%s: %s is %s, it has to be %s or %s%s%s",
            title,
            figure.metric,
            text(value),
            text(wanted),
            isLeast ? "more" : "less",
            multiple,
            why()));
  }

  private String referenceTitle(Figure multiplied) {
    return multiplied.metric.equals(figure.metric) ? multiplied.title() : multiplied.metric;
  }

  private String why() {
    return meaning.isEmpty() ? "" : "; " + meaning;
  }

  private static String text(double value) {
    return new DecimalFormat("#,##0.###", DecimalFormatSymbols.getInstance(Locale.ROOT))
        .format(value);
  }
}
