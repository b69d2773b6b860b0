package org.tieredhdfs.hdfs.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.management.JMX;
import javax.management.ObjectName;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.EvenBlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.SimulatedDatanodes;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.sink.PrometheusMetricsSink;
import org.junit.jupiter.api.Test;

class EvenPlacementMetricsTest {
  @Test
  void jmxTellsHowEvenEachTypeIs() throws Exception {
    cluster();

    ObjectName name = new ObjectName("Hadoop:service=NameNode,name=TieredPlacement");
    PlacementMXBean bean =
        JMX.newMXBeanProxy(ManagementFactory.getPlatformMBeanServer(), name, PlacementMXBean.class);
    StorageBalance disk = Objects.requireNonNull(bean.getStorageTypes().get("DISK"));

    assertThat(disk.getNodes()).isEqualTo(4);
    assertThat(disk.getStoredMeanBytes()).isEqualTo(2.0 * Cluster.BLOCK_BYTES);
    assertThat(disk.getStoredMaxOverMean()).isEqualTo(4);
    assertThat(disk.getInFlightMeanBytes()).isEqualTo(0.75 * Cluster.BLOCK_BYTES);
    assertThat(disk.getInFlightMaxOverMean()).isBetween(1.3, 1.4);
  }

  @Test
  void theDashboardAsksForWhatThereIs() throws Exception {
    Cluster cluster = cluster();
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    EvenPlacementMetrics.of(Loads.of(cluster.datanodes.topology())).getMetrics(collector, true);

    Set<String> given = new TreeSet<>();
    PrometheusMetricsSink sink = new PrometheusMetricsSink();
    for (MetricsRecord one : collector.getRecords()) {
      for (AbstractMetric metric : one.metrics()) {
        given.add(sink.prometheusName(one.name(), metric.name()));
      }
    }
    List<String> asked =
        Pattern.compile("tiered_placement_[a-z_]+")
            .matcher(Files.readString(Path.of("../../docs/examples/grafana-placement.json")))
            .results()
            .map(MatchResult::group)
            .toList();
    assertThat(asked).hasSize(4);
    assertThat(given).containsAll(asked);
  }

  /** Four nodes, of which one holds everything, with a block of three replicas being written. */
  private static Cluster cluster() {
    SimulatedDatanodes datanodes = new SimulatedDatanodes(false);
    for (int i = 0; i < 4; i++) {
      datanodes.add("/rack" + i % 2, StorageType.DISK);
    }
    Cluster cluster = new Cluster(datanodes, EvenBlockPlacementPolicy.class);
    cluster.store(cluster.node(0), StorageType.DISK, 8 * Cluster.BLOCK_BYTES);
    cluster.heartbeats();
    cluster.allocate(cluster.choose(null, "HOT", 3));
    return cluster;
  }
}
