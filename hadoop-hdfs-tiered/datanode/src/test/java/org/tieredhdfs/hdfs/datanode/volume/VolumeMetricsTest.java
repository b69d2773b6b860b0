package org.tieredhdfs.hdfs.datanode.volume;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.hadoop.metrics2.impl.MetricsSystemImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.sink.PrometheusMetricsSink;
import org.junit.jupiter.api.Test;

class VolumeMetricsTest {
  private final VolumeRegistry registry = new VolumeRegistry(100, 100, 30_000, 60);
  private final VolumeState state = registry.state(MockVolumes.volume("v1"));

  @Test
  void prometheusGetsEveryMetricWithItsVolume() throws Exception {
    MetricsSystemImpl system = new MetricsSystemImpl("volumes");
    system.start();
    PrometheusMetricsSink sink = new PrometheusMetricsSink();
    try {
      system.register("prometheus", "what a scrape sees", sink);
      system.register("volume", "a volume", state.metrics());
      state.metrics().createRbw.add(120, 30);
      state.metrics().finalizeBlock.add(80, 0);
      state.metrics().hangs.incr();
      system.publishMetricsNow();
      StringWriter scraped = new StringWriter();
      sink.writeMetrics(scraped);
      assertThat(scraped.toString())
          .contains("create_rbw_exec_micros_max_time{")
          .contains("create_rbw_wait_micros_avg_time{")
          .contains("finalize_block_exec_micros_num_ops{")
          .contains("finalize_block_wait_micros")
          .contains("create_rbw_exec_micros60s99th_percentile")
          .contains("operations_in_flight{")
          .contains("bytes_in_flight{")
          .contains("queue_length{")
          .contains("hang_count{")
          .contains("volume=\"/mock/v1\"")
          .doesNotContainPattern("context=[^}]*context=");
      assertThat(namesInExamples())
          .hasSizeGreaterThan(5)
          .allSatisfy(name -> assertThat(scraped.toString()).contains(name + "{"));
    } finally {
      system.stop();
      system.shutdown();
    }
  }

  /** What a call on a removed volume leaves behind ends after the volume was added again. */
  @Test
  void theMetricsOfAVolumeThatWasAddedAgainOutliveThoseFromBefore() {
    VolumeMetrics before = state.metrics();
    VolumeMetrics late = registry.state(MockVolumes.volume("v1")).metrics();
    VolumeMetrics again = registry.state(MockVolumes.volume("v1")).metrics();
    before.register();
    again.register();
    before.close();
    late.close();
    assertThat(DefaultMetricsSystem.instance().getSource("TieredVolume-/mock/v1")).isSameAs(again);
    again.close();
    assertThat(DefaultMetricsSystem.instance().getSource("TieredVolume-/mock/v1")).isNull();
  }

  private static Set<String> namesInExamples() throws IOException {
    Set<String> names = new TreeSet<>();
    for (String example : List.of("grafana-datanode-volumes.json", "prometheus-alerts.yml")) {
      Pattern.compile("tiered_volume_[a-z_]+")
          .matcher(Files.readString(Path.of("..", "..", "docs/examples", example)))
          .results()
          .map(MatchResult::group)
          .forEach(names::add);
    }
    return names;
  }
}
