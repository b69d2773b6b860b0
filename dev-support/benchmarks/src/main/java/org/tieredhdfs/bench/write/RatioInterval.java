package org.tieredhdfs.bench.write;

import java.util.List;
import java.util.Locale;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;
import org.tieredhdfs.bench.Medians;

/**
 * The ratio of two things that were measured in pairs: the median over the pairs, and the interval
 * in which its geometric mean lies with 95 % confidence (Student's t on the logarithms).
 *
 * @param median of the ratios
 * @param lower95 lower end of the interval; NaN with fewer than two pairs
 * @param upper95 upper end of the interval; NaN with fewer than two pairs
 */
record RatioInterval(double median, double lower95, double upper95) {
  /** Half of what is outside lies above. */
  private static final double QUANTILE = 0.975;

  /**
   * @param ratios one of each pair, all above 0
   */
  static RatioInterval of(List<Double> ratios) {
    int pairs = ratios.size();
    if (pairs < 2) {
      return new RatioInterval(Medians.of(ratios), Double.NaN, Double.NaN);
    }
    SummaryStatistics logs = new SummaryStatistics();
    ratios.forEach(ratio -> logs.addValue(Math.log(ratio)));
    double error =
        new TDistribution(pairs - 1).inverseCumulativeProbability(QUANTILE)
            * logs.getStandardDeviation()
            / Math.sqrt(pairs);
    return new RatioInterval(
        Medians.of(ratios), Math.exp(logs.getMean() - error), Math.exp(logs.getMean() + error));
  }

  boolean hasBounds() {
    return !Double.isNaN(lower95);
  }

  /** Half the width of the interval, as a part of the ratio. */
  double halfWidth() {
    return (upper95 - lower95) / 2 / Math.sqrt(upper95 * lower95);
  }

  /** With the interval, if there is one. */
  String text() {
    return hasBounds()
        ? String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", median, lower95, upper95)
        : String.format(Locale.ROOT, "%.2f", median);
  }
}
