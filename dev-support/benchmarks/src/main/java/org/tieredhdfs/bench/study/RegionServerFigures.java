package org.tieredhdfs.bench.study;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Summarises samples of a RegionServer. */
final class RegionServerFigures {
  private RegionServerFigures() {}

  /**
   * Metrics of a report.
   *
   * @param samples in order, the first from before the load
   */
  static Map<String, Double> of(List<RegionServerSample> samples) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    if (samples.isEmpty()) {
      return metrics;
    }
    metrics.put("memStoreMaxBytes", max(samples, RegionServerSample::memStoreBytes));
    metrics.put("flushQueueMax", max(samples, RegionServerSample::flushQueue));
    metrics.put("compactionQueueMax", max(samples, RegionServerSample::compactionQueue));
    metrics.put("updatesBlockedMs", growth(samples, RegionServerSample::updatesBlockedMs));
    metrics.put("regionTooBusyErrors", growth(samples, RegionServerSample::tooBusy));
    metrics.put("flushedOutputBytes", growth(samples, RegionServerSample::flushedBytes));
    metrics.put("compactedOutputBytes", growth(samples, RegionServerSample::compactedBytes));
    metrics.put("gcTotalMs", growth(samples, RegionServerSample::gcMs));
    metrics.put("gcMaxMs", longestGc(samples));
    metrics.put("heapMaxBytes", max(samples, RegionServerSample::heapBytes));
    metrics.put("walSyncMaxMs", max(samples, RegionServerSample::walSyncMaxMs));
    metrics.put("walSlowAppends", growth(samples, RegionServerSample::slowAppends));
    return metrics;
  }

  private static double max(
      List<RegionServerSample> samples, ToLongFunction<RegionServerSample> figure) {
    return samples.stream().mapToLong(figure).max().orElse(0);
  }

  private static double growth(
      List<RegionServerSample> samples, ToLongFunction<RegionServerSample> figure) {
    long first = figure.applyAsLong(samples.get(0));
    return figure.applyAsLong(samples.get(samples.size() - 1)) - first;
  }

  /** Of those that were the latest when a sample was taken, and not yet at the one before. */
  private static double longestGc(List<RegionServerSample> samples) {
    long longest = 0;
    for (int i = 1; i < samples.size(); i++) {
      if (samples.get(i).gcMs() > samples.get(i - 1).gcMs()) {
        longest = Math.max(longest, samples.get(i).lastGcMs());
      }
    }
    return longest;
  }
}
