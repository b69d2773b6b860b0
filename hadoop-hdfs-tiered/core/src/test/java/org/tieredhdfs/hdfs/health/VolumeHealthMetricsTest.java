package org.tieredhdfs.hdfs.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.sink.PrometheusMetricsSink;
import org.junit.jupiter.api.Test;

class VolumeHealthMetricsTest {
  private final VolumeHealth health = new VolumeHealth(new HealthSettings(0.1, 1_000, 3, 1, 6_000));

  private List<MetricsRecord> records() {
    Volumes volumes = new Volumes().add(10, StorageType.DISK).add(1, StorageType.SSD);
    for (int i = 0; i < 10; i++) {
      VolumeCondition condition =
          i == 0 ? VolumeCondition.HUNG : i < 3 ? VolumeCondition.SLOW : VolumeCondition.IN_SERVICE;
      health.hear(volumes.node(i), volumes.told(i, condition), 0);
    }
    health.hear(volumes.node(10), volumes.told(10, VolumeCondition.IN_SERVICE), 0);
    health.decide(1_000);
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    new VolumeHealthMetrics(health).getMetrics(collector, true);
    return List.copyOf(collector.getRecords());
  }

  @Test
  void eachTypeHasARecord() {
    Map<String, Map<String, Number>> byType = new TreeMap<>();
    for (MetricsRecord one : records()) {
      Map<String, Number> metrics = new TreeMap<>();
      for (AbstractMetric metric : one.metrics()) {
        metrics.put(metric.name(), metric.value());
      }
      one.tags().stream()
          .filter(tag -> tag.name().equals("StorageType"))
          .forEach(tag -> byType.put(tag.value(), metrics));
    }
    assertThat(byType).containsOnlyKeys("DISK", "SSD");
    assertThat(byType.get("DISK"))
        .isEqualTo(
            Map.of(
                "Reported",
                10,
                "Hung",
                1,
                "Slow",
                2,
                "Excluded",
                1,
                "Replaced",
                1,
                "BeyondCap",
                2));
    assertThat(byType.get("SSD")).containsEntry("Reported", 1).containsEntry("Excluded", 0);
  }

  @Test
  void theAlertAsksForWhatThereIs() throws Exception {
    Set<String> given = new TreeSet<>();
    PrometheusMetricsSink sink = new PrometheusMetricsSink();
    for (MetricsRecord one : records()) {
      for (AbstractMetric metric : one.metrics()) {
        given.add(sink.prometheusName(one.name(), metric.name()));
      }
    }
    List<String> asked =
        Pattern.compile("tiered_reported_volumes_[a-z_]+")
            .matcher(Files.readString(Path.of("../../docs/examples/prometheus-alerts.yml")))
            .results()
            .map(MatchResult::group)
            .toList();
    assertThat(asked).hasSize(1);
    assertThat(given).containsAll(asked);
  }
}
