package org.tieredhdfs.bench.study;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Summarises samples of the machine. */
final class MachineFigures {
  private static final double BYTES_PER_MB = 1e6;

  private MachineFigures() {}

  /**
   * Metrics of a report.
   *
   * @param samples in order, the first from before the load
   * @param seconds from the first to the last
   */
  static Map<String, Double> of(List<MachineSample> samples, double seconds) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    if (samples.size() < 2 || seconds <= 0) {
      return metrics;
    }
    MachineSample first = samples.get(0);
    MachineSample last = samples.get(samples.size() - 1);
    long ticks = Math.max(1, last.totalTicks() - first.totalTicks());
    metrics.put("cpuUserPercent", 100.0 * (last.userTicks() - first.userTicks()) / ticks);
    metrics.put("cpuSystemPercent", 100.0 * (last.systemTicks() - first.systemTicks()) / ticks);
    // the kernel may take back a few ticks of these
    metrics.put(
        "cpuIowaitPercent",
        Math.max(0, 100.0 * (last.iowaitTicks() - first.iowaitTicks()) / ticks));
    metrics.put(
        "networkMbPerSec", (last.networkBytes() - first.networkBytes()) / BYTES_PER_MB / seconds);
    metrics.put(
        "memoryAvailableMinBytes",
        (double) samples.stream().mapToLong(MachineSample::availableBytes).min().orElse(0));
    return metrics;
  }
}
