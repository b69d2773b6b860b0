package org.tieredhdfs.simulate.placement;

import java.util.Collection;
import java.util.List;

/**
 * What came of a job.
 *
 * @param stored replicas on each DataNode in the end
 * @param inFlightMaxOverMean of the replicas being written on each, once a second
 * @param sampledAtMs when that was
 * @param remoteReadsPercent blocks that a {@link ReadingJob} reads over the network
 * @param chooseUs the mean time of a choice
 */
record JobFigures(
    List<Integer> stored,
    List<Double> inFlightMaxOverMean,
    List<Long> sampledAtMs,
    double remoteReadsPercent,
    double chooseUs) {

  double maxOverMean() {
    return maxOverMean(stored);
  }

  /** Replicas of the fullest above the mean. */
  double maxMinusMean() {
    return max(stored) - mean(stored);
  }

  double meanInFlightMaxOverMean() {
    return inFlightMaxOverMean.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  static double maxOverMean(Collection<Integer> values) {
    double mean = mean(values);
    return mean == 0 ? 0 : max(values) / mean;
  }

  private static double max(Collection<Integer> values) {
    return values.stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  private static double mean(Collection<Integer> values) {
    return values.stream().mapToInt(Integer::intValue).average().orElse(0);
  }
}
