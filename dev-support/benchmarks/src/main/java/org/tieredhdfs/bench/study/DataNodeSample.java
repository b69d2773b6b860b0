package org.tieredhdfs.bench.study;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.tieredhdfs.localcluster.JmxPage;

/**
 * A sample of a DataNode's own metrics.
 *
 * @param rates operations that take time
 * @param slowDiskWrites writes of a packet to a volume that took longer than {@code
 *     dfs.datanode.slow.io.warning.threshold.ms}, since the start
 * @param slowMirrorWrites likewise, to the next DataNode
 * @param slowSyncs likewise, flushes and syncs
 */
record DataNodeSample(
    Map<Timed, Rate> rates, long slowDiskWrites, long slowMirrorWrites, long slowSyncs) {
  private static final String ACTIVITY = "Hadoop:service=DataNode,name=DataNodeActivity*";

  /** What takes time in a DataNode's dataset. */
  enum Timed {
    CREATE_RBW("CreateRbwOp", "createRbwMeanMs", 1),
    FINALIZE_BLOCK("FinalizeBlockOp", "finalizeBlockMeanMs", 1),
    READ_LOCK("AcquireDatasetReadLock", "datasetReadLockMeanUs", 1_000),
    WRITE_LOCK("AcquireDatasetWriteLock", "datasetWriteLockMeanUs", 1_000);

    private final String attribute;
    private final String metric;
    private final double perUnit;

    Timed(String attribute, String metric, double perUnit) {
      this.attribute = attribute;
      this.metric = metric;
      this.perUnit = perUnit;
    }

    /** The metric of the report. */
    String metric() {
      return metric;
    }

    /** In the unit of the metric, from Hadoop's: ms of operations, ns of locks. */
    double inUnit(double hadoops) {
      return hadoops / perUnit;
    }
  }

  /**
   * How often and how long.
   *
   * @param count since the start
   * @param mean of those since Hadoop last formed it, ten seconds at a time
   */
  record Rate(long count, double mean) {}

  DataNodeSample {
    rates = Map.copyOf(rates);
  }

  /**
   * @param http address of the DataNode's web server
   */
  static DataNodeSample now(String http) throws IOException {
    return parse(JmxPage.read(http, ACTIVITY));
  }

  /** Attributes that there are not count as 0. */
  static DataNodeSample parse(JsonNode bean) {
    Map<Timed, Rate> rates = new EnumMap<>(Timed.class);
    for (Timed timed : Timed.values()) {
      rates.put(
          timed,
          new Rate(
              bean.path(timed.attribute + "NumOps").asLong(),
              bean.path(timed.attribute + "AvgTime").asDouble()));
    }
    return new DataNodeSample(
        rates,
        bean.path("PacketsSlowWriteToDisk").asLong(),
        bean.path("PacketsSlowWriteToMirror").asLong(),
        bean.path("SlowFlushOrSyncCount").asLong());
  }

  Rate rate(Timed timed) {
    return rates.getOrDefault(timed, new Rate(0, 0));
  }
}
