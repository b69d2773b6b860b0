package org.tieredhdfs.bench.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class PairedRatioTest {

  @Test
  void isSureOfWhatNeverDiffers() {
    PairedRatio ratio = PairedRatio.of(List.of(1.02, 1.02, 1.02));
    assertThat(ratio.mean()).isCloseTo(1.02, within(1e-9));
    assertThat(ratio.upper95()).isCloseTo(1.02, within(1e-9));
  }

  @Test
  void boundsWhatDiffersByStudentsDistribution() {
    // logarithms 0.1 and -0.1: mean 0, deviation 0.1414, error of the mean 0.1, t with one degree
    // of freedom 6.3138
    PairedRatio ratio = PairedRatio.of(List.of(Math.exp(0.1), Math.exp(-0.1)));
    assertThat(ratio.mean()).isCloseTo(1, within(1e-9));
    assertThat(ratio.upper95()).isCloseTo(Math.exp(0.63138), within(1e-3));
  }

  @Test
  void saysNothingOfABoundFromOnePair() {
    assertThat(PairedRatio.of(List.of(1.1)).upper95()).isNaN();
  }
}
