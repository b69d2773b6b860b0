package org.tieredhdfs.bench.study;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.localcluster.JmxPage;

/** Figures of DataNodes, from samples of the metrics that they publish. */
final class DataNodeFigures {
  private static final String ACTIVITY = "Hadoop:service=DataNode,name=DataNodeActivity*";

  /**
   * What takes time in a DataNode's dataset.
   *
   * @param perUnit of Hadoop's unit, ms of operations and ns of locks, in that of the metric
   */
  private record Timed(String attribute, String metric, double perUnit) {}

  private static final List<Timed> TIMED =
      List.of(
          new Timed("CreateRbwOp", "createRbwMeanMs", 1),
          new Timed("FinalizeBlockOp", "finalizeBlockMeanMs", 1),
          new Timed("AcquireDatasetReadLock", "datasetReadLockMeanUs", 1_000),
          new Timed("AcquireDatasetWriteLock", "datasetWriteLockMeanUs", 1_000));

  private DataNodeFigures() {}

  /**
   * @param http address of the DataNode's web server
   */
  static JsonNode sample(String http) throws IOException {
    return JmxPage.read(http, ACTIVITY);
  }

  /**
   * Metrics of a report, of all DataNodes together. Attributes that there are not count as 0.
   *
   * @param nodes the samples of each in order, the first from before the load
   */
  static Map<String, Double> of(Collection<List<JsonNode>> nodes) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    List<List<JsonNode>> sampled = nodes.stream().filter(one -> one.size() > 1).toList();
    if (!sampled.isEmpty()) {
      TIMED.forEach(timed -> metrics.put(timed.metric(), mean(sampled, timed)));
      // above dfs.datanode.slow.io.warning.threshold.ms
      metrics.put("slowDiskWrites", growth(sampled, "PacketsSlowWriteToDisk"));
      metrics.put("slowMirrorWrites", growth(sampled, "PacketsSlowWriteToMirror"));
      metrics.put("slowSyncs", growth(sampled, "SlowFlushOrSyncCount"));
    }
    return metrics;
  }

  /**
   * Over all operations of the load: Hadoop tells the mean of ten seconds, so each counts for the
   * operations that were new when it was told.
   */
  private static double mean(List<List<JsonNode>> nodes, Timed timed) {
    String count = timed.attribute() + "NumOps";
    long all = 0;
    double sum = 0;
    for (List<JsonNode> samples : nodes) {
      for (int i = 1; i < samples.size(); i++) {
        JsonNode now = samples.get(i);
        long more = now.path(count).asLong() - samples.get(i - 1).path(count).asLong();
        all += more;
        sum += more * now.path(timed.attribute() + "AvgTime").asDouble();
      }
    }
    return all == 0 ? 0 : sum / all / timed.perUnit();
  }

  private static double growth(List<List<JsonNode>> nodes, String attribute) {
    return nodes.stream()
        .mapToLong(
            samples ->
                samples.get(samples.size() - 1).path(attribute).asLong()
                    - samples.get(0).path(attribute).asLong())
        .sum();
  }
}
