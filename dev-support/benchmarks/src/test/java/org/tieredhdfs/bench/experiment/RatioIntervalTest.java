package org.tieredhdfs.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class RatioIntervalTest {

  @Test
  void isSureOfWhatNeverDiffers() {
    RatioInterval ratio = RatioInterval.paired(List.of(1.9, 1.9, 1.9));
    assertThat(ratio.ratio()).isEqualTo(1.9);
    assertThat(ratio.lower95()).isCloseTo(1.9, within(1e-9));
    assertThat(ratio.halfWidth()).isCloseTo(0, within(1e-9));
  }

  @Test
  void boundsWhatDiffersByStudentsDistributionOnBothSides() {
    // logarithms 0.1 and -0.1: error of the mean 0.1, t with one degree of freedom 12.7062
    RatioInterval ratio = RatioInterval.paired(List.of(Math.exp(0.1), Math.exp(-0.1)));
    assertThat(ratio.lower95()).isCloseTo(Math.exp(-1.27062), within(1e-4));
    assertThat(ratio.upper95()).isCloseTo(Math.exp(1.27062), within(1e-3));
  }

  @Test
  void takesTheMedianThatOneBadPairDoesNotMove() {
    assertThat(RatioInterval.paired(List.of(2.0, 1.9, 2.1, 0.2, 2.0)).ratio()).isEqualTo(2.0);
  }

  @Test
  void saysNothingOfBoundsFromOnePair() {
    RatioInterval ratio = RatioInterval.paired(List.of(1.1));
    assertThat(ratio.ratio()).isEqualTo(1.1);
    assertThat(ratio.hasBounds()).isFalse();
  }
}
