package org.tieredhdfs.bench.terasort;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TeraMetricsTest {
  @Test
  void timesAreByJobAndLocalityIsOfThoseThatRead() {
    Map<String, Double> metrics =
        TeraMetrics.of(
            Map.of(
                "generate",
                Map.of("sec", 20.0, "maps", 12.0, "otherLocalMaps", 12.0, "cpuSec", 10.0),
                "sort",
                Map.of(
                    "sec",
                    60.0,
                    "maps",
                    64.0,
                    "dataLocalMaps",
                    48.0,
                    "rackLocalMaps",
                    10.0,
                    "otherLocalMaps",
                    6.0,
                    "cpuSec",
                    30.0,
                    "failedTasks",
                    1.0)));
    assertThat(metrics)
        .containsEntry("generateSec", 20.0)
        .containsEntry("sortSec", 60.0)
        .containsEntry("sortDataLocalMaps", 48.0)
        .containsEntry("sortRackLocalMaps", 10.0)
        .containsEntry("sortOtherLocalMaps", 6.0)
        .containsEntry("sortDataLocalPercent", 75.0)
        .containsEntry("failedTasks", 1.0)
        .containsEntry("tasksCpuSec", 40.0)
        .doesNotContainKeys("generateOtherLocalMaps", "validateSec", "validateDataLocalPercent");
  }
}
