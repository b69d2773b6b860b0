package org.tieredhdfs.bench.terasort;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The metrics of the three jobs, from what the client tells of each. */
final class TeraMetrics {
  private static final List<String> READING = List.of("sort", "validate");
  private static final List<String> LOCALITY =
      List.of("dataLocalMaps", "rackLocalMaps", "otherLocalMaps");

  private TeraMetrics() {}

  /**
   * @param phases figures by job
   */
  static Map<String, Double> of(Map<String, Map<String, Double>> phases) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    phases.forEach((phase, figures) -> put(metrics, phase + "Sec", figures, "sec"));
    for (String phase : READING) {
      Map<String, Double> figures = phases.getOrDefault(phase, Map.of());
      for (String figure : LOCALITY) {
        put(metrics, phase + capital(figure), figures, figure);
      }
      double maps = figures.getOrDefault("maps", 0.0);
      if (maps > 0) {
        metrics.put(
            phase + "DataLocalPercent", 100 * figures.getOrDefault("dataLocalMaps", 0.0) / maps);
      }
    }
    metrics.put("failedTasks", sum(phases, "failedTasks"));
    metrics.put("tasksCpuSec", sum(phases, "cpuSec"));
    return metrics;
  }

  private static void put(
      Map<String, Double> metrics, String name, Map<String, Double> figures, String figure) {
    Double value = figures.get(figure);
    if (value != null) {
      metrics.put(name, value);
    }
  }

  private static double sum(Map<String, Map<String, Double>> phases, String figure) {
    return phases.values().stream().mapToDouble(one -> one.getOrDefault(figure, 0.0)).sum();
  }

  private static String capital(String figure) {
    return Character.toUpperCase(figure.charAt(0)) + figure.substring(1);
  }
}
