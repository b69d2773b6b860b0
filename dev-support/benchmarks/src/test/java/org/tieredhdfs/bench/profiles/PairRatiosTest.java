package org.tieredhdfs.bench.profiles;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PairRatiosTest {
  @Test
  void comparesPairByPair() {
    PairRatios ratios = new PairRatios();
    ratios.add(Map.of("mbPerSec", 10.0), Map.of("mbPerSec", 5.0));
    ratios.add(Map.of("mbPerSec", 10.0), Map.of("mbPerSec", 10.0));
    ratios.add(Map.of("mbPerSec", 30.0), Map.of("mbPerSec", 20.0));
    assertThat(ratios.metrics())
        .containsEntry("mbPerSecRatioMedian", 1.5)
        .containsEntry("mbPerSecRatioLeast", 1.0)
        .containsEntry("mbPerSecRatioMost", 2.0)
        .hasSize(3);
  }

  @Test
  void leavesOutWhatOneOfThemDoesNotHaveOrHasNothingOf() {
    PairRatios ratios = new PairRatios();
    ratios.add(
        Map.of("hotP99Ms", 3.0, "hotResidentPercent", 90.0),
        Map.of("cpuSecPerGb", 1.0, "hotResidentPercent", 0.0));
    assertThat(ratios.metrics()).isEmpty();
  }
}
