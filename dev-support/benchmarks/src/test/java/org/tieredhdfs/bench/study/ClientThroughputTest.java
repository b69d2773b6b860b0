package org.tieredhdfs.bench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.ycsb.run.ThroughputPoint;

class ClientThroughputTest {

  @Test
  void theTimeBeforeTheFirstOperationDoesNotCountAndALaterStallDoes() {
    assertThat(
            ClientThroughput.steadyOpsPerSec(
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
    assertThat(ClientThroughput.steadyOpsPerSec(List.of(new ThroughputPoint(1_000, 0)))).isZero();
    assertThat(ClientThroughput.steadyOpsPerSec(List.of())).isZero();
  }

  @Test
  void aStallIsTheLongestStretchWithoutAnOperation() {
    assertThat(
            ClientThroughput.longestStallMs(
                List.of(
                    new ThroughputPoint(1_000, 50),
                    new ThroughputPoint(2_000, 0),
                    new ThroughputPoint(3_001, 9),
                    new ThroughputPoint(4_000, 0),
                    new ThroughputPoint(5_000, 0),
                    new ThroughputPoint(6_000, 1))))
        .isEqualTo(1_999);
  }

  @Test
  void aStallCountsFromTheFirstOperationToTheEnd() {
    assertThat(
            ClientThroughput.longestStallMs(
                List.of(new ThroughputPoint(3_000, 0), new ThroughputPoint(4_000, 7))))
        .isZero();
    assertThat(
            ClientThroughput.longestStallMs(
                List.of(new ThroughputPoint(1_000, 7), new ThroughputPoint(9_000, 0))))
        .isEqualTo(8_000);
    assertThat(ClientThroughput.longestStallMs(List.of())).isZero();
  }
}
