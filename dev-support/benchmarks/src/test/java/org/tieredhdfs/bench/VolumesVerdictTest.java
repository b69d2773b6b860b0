package org.tieredhdfs.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

class VolumesVerdictTest {
  private final VolumesVerdict verdict = new VolumesVerdict();

  private void add(String name, Side side, double mbPerSec, String failure) {
    verdict.add(new BenchmarkCase(name, side, 1, Map.of("mbPerSec", mbPerSec)), failure);
  }

  @Test
  void wantsAQuarterMoreFromUnequalVolumes() {
    add("round-robin", Side.STOCK, 100, "");
    add("latency-aware", Side.OURS, 124, "");
    assertThat(verdict.failures()).singleElement().asString().contains("1.24 times");
  }

  @Test
  void isContentWithAQuarterMoreAndNoLessFromEqualOnes() {
    add("round-robin", Side.STOCK, 100, "");
    add("latency-aware", Side.OURS, 126, "");
    add("equal-round-robin", Side.STOCK, 100, "a write of stock's may fail");
    add("equal-latency-aware", Side.OURS, 98, "");
    assertThat(verdict.failures()).isEmpty();
  }

  @Test
  void namesALossWithEqualVolumesAndAFailedWrite() {
    add("equal-round-robin", Side.STOCK, 100, "");
    add("equal-latency-aware", Side.OURS, 90, "no room");
    assertThat(verdict.failures())
        .hasSize(2)
        .anyMatch(why -> why.contains("no room"))
        .anyMatch(why -> why.contains("0.90 times"));
  }

  @Test
  void equalVolumesAreTogetherAsFastAsUnequalOnes() {
    for (VolumesCase one : VolumesCase.all()) {
      double speed = 0;
      for (int i = 0; i < VolumesCase.VOLUMES; i++) {
        speed += 1 / one.slowness(i);
      }
      assertThat(speed).as(one.name()).isEqualTo(6);
    }
  }
}
