package org.tieredhdfs.bench.terasort;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.bench.terasort.yarn.WorkerHosts;

class TeraPlacementTest {
  /** Workers 0 and 1 are on the first of two hosts, 2 and 3 on the other. */
  private static final WorkerHosts HOSTS = new WorkerHosts(2, 2);

  @Test
  void workersWithoutABlockCountForTheMean() {
    TeraPlacement placement =
        new TeraPlacement(
            List.of(
                List.of("worker0", "worker2"),
                List.of("worker0", "worker3"),
                List.of("worker0", "worker2"),
                List.of("worker3", "worker0")));
    assertThat(placement.maxOverMean(4)).isEqualTo(4 / (8 / 4.0));
    assertThat(new TeraPlacement(List.of()).maxOverMean(4)).isZero();
  }

  @Test
  void findsBlocksThatALostHostWouldTakeWithIt() {
    TeraPlacement placement =
        new TeraPlacement(
            List.of(
                List.of("worker0", "worker1"),
                List.of("worker1", "worker2"),
                List.of("worker3", "worker2"),
                List.of("worker3")));
    assertThat(placement.blocksWithSharedHost(HOSTS)).isEqualTo(2);
  }
}
