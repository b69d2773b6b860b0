package org.tieredhdfs.bench.compare;

import java.util.List;
import java.util.Locale;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * The ratio of two things that were measured apart, repeat by repeat: the ratio of their geometric
 * means, and the interval in which it lies with 95 % confidence (Welch's t on the logarithms, which
 * lets both spread as they do).
 *
 * @param mean the ratio
 * @param lower95 lower end of the interval; NaN if one of the two was not repeated
 * @param upper95 upper end of the interval; NaN likewise
 */
record UnpairedRatio(double mean, double lower95, double upper95) {
  /** Half of what is outside lies above. */
  private static final double QUANTILE = 0.975;

  /**
   * The newer by the older.
   *
   * @param older all above 0, as are those of {@code newer}
   */
  static UnpairedRatio of(List<Double> older, List<Double> newer) {
    SummaryStatistics before = logs(older);
    SummaryStatistics after = logs(newer);
    double difference = after.getMean() - before.getMean();
    double mean = Math.exp(difference);
    if (before.getN() < 2 || after.getN() < 2) {
      return new UnpairedRatio(mean, Double.NaN, Double.NaN);
    }
    double beforeError = before.getVariance() / before.getN();
    double afterError = after.getVariance() / after.getN();
    double squared = beforeError + afterError;
    if (squared == 0) {
      return new UnpairedRatio(mean, mean, mean);
    }
    double freedom =
        squared
            * squared
            / (beforeError * beforeError / (before.getN() - 1)
                + afterError * afterError / (after.getN() - 1));
    double error =
        new TDistribution(freedom).inverseCumulativeProbability(QUANTILE) * Math.sqrt(squared);
    return new UnpairedRatio(mean, Math.exp(difference - error), Math.exp(difference + error));
  }

  private static SummaryStatistics logs(List<Double> values) {
    SummaryStatistics logs = new SummaryStatistics();
    values.forEach(value -> logs.addValue(Math.log(value)));
    return logs;
  }

  boolean hasBounds() {
    return !Double.isNaN(lower95);
  }

  /** Whether it is surely not 1. */
  boolean differs() {
    return hasBounds() && (lower95 > 1 || upper95 < 1);
  }

  /** At the end of a sentence. */
  String words() {
    return String.format(Locale.ROOT, ", %.3f times (%.3f to %.3f)", mean, lower95, upper95);
  }
}
