package org.tieredhdfs.report;

import java.util.List;

/**
 * A metric over the time of a case.
 *
 * @param metric its name with its unit at the end, such as {@code opsPerSec}
 * @param elapsedMs the points in time, in ms from the start of the case, ascending
 * @param values the values at those
 */
public record Series(String metric, List<Long> elapsedMs, List<Double> values) {

  public Series {
    Names.checkMetric(metric);
    elapsedMs = List.copyOf(elapsedMs);
    values = List.copyOf(values);
    if (elapsedMs.size() != values.size()) {
      throw new IllegalArgumentException(
          "series "
              + metric
              + ": "
              + elapsedMs.size()
              + " times, but "
              + values.size()
              + " values");
    }
    for (Double value : values) {
      Names.checkFinite(metric, value);
    }
  }
}
