package org.tieredhdfs.bench.write.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatenciesTest {

  @Test
  void takesPercentilesByTheNearestRank() {
    Latencies latencies = new Latencies(200);
    for (int ns = 100; ns >= 1; ns--) {
      latencies.add(ns);
    }
    assertThat(latencies.figures())
        .containsEntry("p50Ns", 50.0)
        .containsEntry("p99Ns", 99.0)
        .containsEntry("ops", 100.0);
  }

  @Test
  void hasNoPercentilesOfNothing() {
    assertThat(new Latencies(5).figures()).isEmpty();
  }
}
