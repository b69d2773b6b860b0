package org.tieredhdfs.bench.experiment;

import java.util.List;
import java.util.Locale;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;
import org.tieredhdfs.bench.Medians;

/**
 * The ratio of two things that were measured repeatedly, and the interval in which that of their
 * geometric means lies with 95 % confidence (Student's t on the logarithms).
 *
 * @param ratio the median over pairs, or that of the geometric means
 * @param lower95 lower end of the interval; NaN without repeats
 * @param upper95 upper end of the interval; NaN without repeats
 */
public record RatioInterval(double ratio, double lower95, double upper95) {
  /** Half of what is outside lies above. */
  private static final double QUANTILE = 0.975;

  /**
   * Of two things that were measured in pairs.
   *
   * @param ratios one of each pair, all above 0
   */
  public static RatioInterval paired(List<Double> ratios) {
    SummaryStatistics logs = logs(ratios);
    double squared = logs.getVariance() / logs.getN();
    return of(Medians.of(ratios), logs.getMean(), squared, logs.getN() - 1.0, logs.getN() > 1);
  }

  /**
   * The newer by the older, which were measured apart, and spread as they do (Welch's t).
   *
   * @param older all above 0, as are those of {@code newer}
   */
  public static RatioInterval unpaired(List<Double> older, List<Double> newer) {
    SummaryStatistics before = logs(older);
    SummaryStatistics after = logs(newer);
    double difference = after.getMean() - before.getMean();
    double beforeError = before.getVariance() / before.getN();
    double afterError = after.getVariance() / after.getN();
    double squared = beforeError + afterError;
    double freedom =
        squared
            * squared
            / (beforeError * beforeError / (before.getN() - 1)
                + afterError * afterError / (after.getN() - 1));
    boolean isRepeated = before.getN() > 1 && after.getN() > 1;
    return of(Math.exp(difference), difference, squared, freedom, isRepeated);
  }

  private static SummaryStatistics logs(List<Double> values) {
    SummaryStatistics logs = new SummaryStatistics();
    values.forEach(value -> logs.addValue(Math.log(value)));
    return logs;
  }

  /**
   * @param squared the error of the logarithm's mean, squared
   */
  private static RatioInterval of(
      double ratio, double log, double squared, double freedom, boolean isRepeated) {
    if (!isRepeated) {
      return new RatioInterval(ratio, Double.NaN, Double.NaN);
    }
    double error =
        squared == 0
            ? 0
            : new TDistribution(freedom).inverseCumulativeProbability(QUANTILE)
                * Math.sqrt(squared);
    return new RatioInterval(ratio, Math.exp(log - error), Math.exp(log + error));
  }

  public boolean hasBounds() {
    return !Double.isNaN(lower95);
  }

  /** Whether it is surely not 1. */
  public boolean differs() {
    return hasBounds() && (lower95 > 1 || upper95 < 1);
  }

  /** Half the width of the interval, as a part of the ratio. */
  public double halfWidth() {
    return (upper95 - lower95) / 2 / Math.sqrt(upper95 * lower95);
  }

  /** At the end of a sentence. */
  public String words() {
    return String.format(Locale.ROOT, ", %.3f times (%.3f to %.3f)", ratio, lower95, upper95);
  }
}
