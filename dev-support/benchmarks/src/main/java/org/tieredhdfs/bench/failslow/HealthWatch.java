package org.tieredhdfs.bench.failslow;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.tieredhdfs.bench.PacedLoop;
import org.tieredhdfs.localcluster.JmxPage;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.spec.DataNodeAddress;
import org.tieredhdfs.report.Side;

/**
 * A thread that asks daemons of this project twice a second how their volumes are; ended by {@link
 * #close}.
 */
final class HealthWatch implements AutoCloseable {
  private static final String REPORTED = "Hadoop:service=NameNode,name=TieredReportedVolumes";
  private static final String CONDITIONS = "Hadoop:service=DataNode,name=TieredVolumes-*";
  private static final String METRICS = "Hadoop:service=DataNode,name=TieredVolume-*";
  private static final long INTERVAL_MS = 500;

  /** Attributes of a volume's metrics, and what they are called in the report. */
  private static final Map<String, String> COUNTERS =
      Map.of(
          "CutOffWriters", "cutOffWriters",
          "DroppedReaders", "droppedReaders",
          "RefusedReaders", "refusedReaders",
          "HangCount", "hangs");

  private final FailSlowCluster cluster;
  private final Volume volume;
  private final HealthTimeline timeline = new HealthTimeline();
  private final PacedLoop loop;
  private String condition = HealthTimeline.IN_SERVICE;

  /**
   * Starts it; of daemons of Apache Hadoop, which tell nothing of it, it asks nothing.
   *
   * @param volume whose condition is watched
   */
  HealthWatch(FailSlowCluster cluster, Volume volume) {
    this.cluster = cluster;
    this.volume = volume;
    loop = PacedLoop.start("health", INTERVAL_MS, number -> watch());
  }

  private void watch() {
    if (cluster.side() != Side.OURS) {
      return;
    }
    condition = condition(condition);
    try {
      timeline.add(sample());
    } catch (IOException busy) {
      // The NameNode's next answer tells
      return;
    }
  }

  private HealthTimeline.Sample sample() throws IOException {
    int unhealthy = 0;
    int excluded = 0;
    JsonNode types =
        JmxPage.read(cluster.hdfs().view().record().nameNodeHttp(), REPORTED).path("StorageTypes");
    for (JsonNode type : types) {
      JsonNode tally = type.path("value");
      unhealthy += tally.path("hung").asInt() + tally.path("slow").asInt();
      excluded += tally.path("excluded").asInt();
    }
    return new HealthTimeline.Sample(System.currentTimeMillis(), unhealthy, excluded, condition);
  }

  /** That before where the DataNode does not answer, as one that is stopped does not. */
  private String condition(String before) {
    DataNodeAddress node = cluster.dataNodes().get(volume.dataNode());
    try {
      for (JsonNode entry :
          JmxPage.read(node == null ? "" : node.http(), CONDITIONS).path("Conditions")) {
        if (entry.path("key").asText().contains(volume.path().toString())) {
          return entry.path("value").asText();
        }
      }
      return before;
    } catch (IOException e) {
      return before;
    }
  }

  /**
   * How often clients were cut off or sent elsewhere, by all DataNodes since they began. Hadoop
   * keeps these figures for ten seconds, so they are to be asked for once.
   */
  static Map<String, Double> counters(FailSlowCluster cluster) throws IOException {
    Map<String, Double> sums = new LinkedHashMap<>();
    COUNTERS.values().forEach(name -> sums.put(name, 0.0));
    for (DataNodeAddress node : cluster.dataNodes().values()) {
      for (JsonNode bean : JmxPage.readAll(node.http(), METRICS)) {
        COUNTERS.forEach(
            (attribute, name) -> sums.merge(name, bean.path(attribute).asDouble(), Double::sum));
      }
    }
    return sums;
  }

  /** Ends the thread; what it has seen. */
  HealthTimeline finish() throws InterruptedException {
    close();
    loop.join(Long.MAX_VALUE);
    return timeline;
  }

  @Override
  public void close() {
    loop.close();
  }
}
