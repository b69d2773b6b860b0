package org.tieredhdfs.bench.study;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Summarises samples of all DataNodes. */
final class DataNodeFigures {
  private DataNodeFigures() {}

  /**
   * Metrics of a report, of all DataNodes together.
   *
   * @param nodes the samples of each in order, the first from before the load
   */
  static Map<String, Double> of(Collection<List<DataNodeSample>> nodes) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    List<List<DataNodeSample>> sampled = nodes.stream().filter(one -> one.size() > 1).toList();
    if (sampled.isEmpty()) {
      return metrics;
    }
    for (DataNodeSample.Timed timed : DataNodeSample.Timed.values()) {
      metrics.put(timed.metric(), timed.inUnit(mean(sampled, timed)));
    }
    metrics.put("slowDiskWrites", growth(sampled, DataNodeSample::slowDiskWrites));
    metrics.put("slowMirrorWrites", growth(sampled, DataNodeSample::slowMirrorWrites));
    metrics.put("slowSyncs", growth(sampled, DataNodeSample::slowSyncs));
    return metrics;
  }

  /**
   * Over all operations of the load: Hadoop tells the mean of ten seconds, so each counts for the
   * operations that were new when it was told.
   */
  private static double mean(List<List<DataNodeSample>> nodes, DataNodeSample.Timed timed) {
    long count = 0;
    double sum = 0;
    for (List<DataNodeSample> samples : nodes) {
      for (int i = 1; i < samples.size(); i++) {
        DataNodeSample.Rate now = samples.get(i).rate(timed);
        long more = now.count() - samples.get(i - 1).rate(timed).count();
        count += more;
        sum += more * now.mean();
      }
    }
    return count == 0 ? 0 : sum / count;
  }

  private static double growth(
      List<List<DataNodeSample>> nodes, ToLongFunction<DataNodeSample> figure) {
    return nodes.stream()
        .mapToLong(
            samples ->
                figure.applyAsLong(samples.get(samples.size() - 1))
                    - figure.applyAsLong(samples.get(0)))
        .sum();
  }
}
