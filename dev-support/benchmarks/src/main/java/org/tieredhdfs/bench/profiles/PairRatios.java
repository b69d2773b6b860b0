package org.tieredhdfs.bench.profiles;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.bench.Medians;

/** How the metrics of a case compare, pair by pair: the defaults' by those with Hadoop's values. */
final class PairRatios {
  private static final List<String> COMPARED =
      List.of(
          "mbPerSec",
          "cpuSecPerGb",
          "datanodeCpuSecPerGb",
          "hotResidentPercent",
          "hotP50Ms",
          "hotP99Ms",
          "diskReadMbPerSec");

  private final Map<String, List<Double>> ratios = new LinkedHashMap<>();

  void add(Map<String, Double> defaults, Map<String, Double> hadoop) {
    for (String metric : COMPARED) {
      double ratio =
          defaults.getOrDefault(metric, Double.NaN) / hadoop.getOrDefault(metric, Double.NaN);
      if (Double.isFinite(ratio)) {
        ratios.computeIfAbsent(metric, key -> new ArrayList<>()).add(ratio);
      }
    }
  }

  /** The median of each and its spread, as metrics of a report. */
  Map<String, Double> metrics() {
    Map<String, Double> metrics = new LinkedHashMap<>();
    ratios.forEach(
        (metric, values) -> {
          metrics.put(metric + "RatioMedian", Medians.of(values));
          metrics.put(metric + "RatioLeast", values.stream().min(Double::compare).orElseThrow());
          metrics.put(metric + "RatioMost", values.stream().max(Double::compare).orElseThrow());
        });
    return metrics;
  }
}
