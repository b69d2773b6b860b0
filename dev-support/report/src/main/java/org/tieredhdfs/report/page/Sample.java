package org.tieredhdfs.report.page;

import java.util.List;

/**
 * The repeats of one metric: their median and how far they spread.
 *
 * @param median the middle one, or the mean of the two in the middle
 * @param min the least
 * @param max the greatest
 * @param repeats how many there are
 */
record Sample(double median, double min, double max, int repeats) {

  static Sample of(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    double median =
        sorted.size() % 2 == 1
            ? sorted.get(middle)
            : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    return new Sample(median, sorted.get(0), sorted.get(sorted.size() - 1), sorted.size());
  }

  /** Whether all repeats of this lie above all of {@code other}, and both were repeated. */
  boolean isClearlyAbove(Sample other) {
    return repeats > 1 && other.repeats > 1 && min > other.max;
  }
}
