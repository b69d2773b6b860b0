package org.tieredhdfs.bench.hbase;

import java.util.List;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * The ratio of two things that were measured in pairs: its geometric mean, and the bound below
 * which it lies with 95 % confidence (Student's t on the logarithms, one-sided).
 *
 * @param mean geometric mean
 * @param upper95 the bound; NaN with fewer than two pairs
 */
public record PairedRatio(double mean, double upper95) {
  private static final double CONFIDENCE = 0.95;

  /**
   * @param ratios one of each pair, all above 0
   */
  public static PairedRatio of(List<Double> ratios) {
    SummaryStatistics logs = new SummaryStatistics();
    ratios.forEach(ratio -> logs.addValue(Math.log(ratio)));
    int pairs = ratios.size();
    if (pairs < 2) {
      return new PairedRatio(Math.exp(logs.getMean()), Double.NaN);
    }
    double quantile = new TDistribution(pairs - 1).inverseCumulativeProbability(CONFIDENCE);
    double error = quantile * logs.getStandardDeviation() / Math.sqrt(pairs);
    return new PairedRatio(Math.exp(logs.getMean()), Math.exp(logs.getMean() + error));
  }
}
