package org.tieredhdfs.bench.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.ycsb.run.ThroughputPoint;

class LongestStallTest {

  @Test
  void isTheLongestStretchWithoutAnOperation() {
    assertThat(
            LongestStall.ms(
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
  void countsFromTheFirstOperationToTheEnd() {
    assertThat(
            LongestStall.ms(List.of(new ThroughputPoint(3_000, 0), new ThroughputPoint(4_000, 7))))
        .isZero();
    assertThat(
            LongestStall.ms(List.of(new ThroughputPoint(1_000, 7), new ThroughputPoint(9_000, 0))))
        .isEqualTo(8_000);
    assertThat(LongestStall.ms(List.of())).isZero();
  }
}
