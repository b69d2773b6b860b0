package org.tieredhdfs.bench.terasort;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TeraFiguresTest {
  /** Workers 0 and 1 are on the first of two hosts, 2 and 3 on the other. */
  private static final WorkerHosts HOSTS = new WorkerHosts(2, 2);

  @Test
  void timesAreByJobAndLocalityIsOfThoseThatRead() {
    Map<String, Double> metrics =
        TeraFigures.ofJobs(
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

  @Test
  void workersWithoutABlockCountForTheMean() {
    List<List<String>> replicas =
        List.of(
            List.of("worker0", "worker2"),
            List.of("worker0", "worker3"),
            List.of("worker0", "worker2"),
            List.of("worker3", "worker0"));
    assertThat(TeraFigures.maxOverMean(replicas, 4)).isEqualTo(4 / (8 / 4.0));
    assertThat(TeraFigures.maxOverMean(List.of(), 4)).isZero();
  }

  @Test
  void findsBlocksThatALostHostWouldTakeWithIt() {
    List<List<String>> replicas =
        List.of(
            List.of("worker0", "worker1"),
            List.of("worker1", "worker2"),
            List.of("worker3", "worker2"),
            List.of("worker3"));
    assertThat(TeraFigures.blocksWithSharedHost(replicas, HOSTS)).isEqualTo(2);
  }
}
