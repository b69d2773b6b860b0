package org.tieredhdfs.bench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.ycsb.run.ThroughputPoint;

class SteadyThroughputTest {

  @Test
  void theTimeBeforeTheFirstOperationDoesNotCountAndALaterStallDoes() {
    assertThat(
            SteadyThroughput.opsPerSec(
                List.of(
                    new ThroughputPoint(1_000, 0),
                    new ThroughputPoint(2_000, 0),
                    new ThroughputPoint(3_000, 100),
                    new ThroughputPoint(5_000, 0),
                    new ThroughputPoint(6_000, 300))))
        .isCloseTo(400 / 4.0, within(1e-9));
  }

  @Test
  void aClientThatDidNothingHasNone() {
    assertThat(SteadyThroughput.opsPerSec(List.of(new ThroughputPoint(1_000, 0)))).isZero();
    assertThat(SteadyThroughput.opsPerSec(List.of())).isZero();
  }
}
