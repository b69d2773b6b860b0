package org.tieredhdfs.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class UnpairedRatioTest {

  @Test
  void theIntervalIsThatOfWelchsTestOnTheLogarithms() {
    RatioInterval ratio =
        RatioInterval.unpaired(List.of(100.0, 110.0, 105.0), List.of(120.0, 150.0, 130.0));

    // by hand: logs 4.6532 +- 0.0477 and 4.8886 +- 0.1130, each of 3; 2.69 degrees of freedom
    assertThat(ratio.ratio()).isCloseTo(1.26535, within(0.0001));
    assertThat(ratio.lower95()).isCloseTo(0.9945, within(0.0005));
    assertThat(ratio.upper95()).isCloseTo(1.6100, within(0.0005));
    assertThat(ratio.differs()).isFalse();
  }

  @Test
  void withTheSameRepeatsOnBothSidesItIsSymmetricAroundOne() {
    RatioInterval ratio = RatioInterval.unpaired(List.of(90.0, 110.0), List.of(110.0, 90.0));
    assertThat(ratio.ratio()).isCloseTo(1, within(1e-9));
    assertThat(ratio.lower95() * ratio.upper95()).isCloseTo(1, within(1e-9));
    assertThat(ratio.differs()).isFalse();
  }

  @Test
  void itIsNarrowWhereRepeatsAreAlike() {
    RatioInterval ratio =
        RatioInterval.unpaired(List.of(100.0, 100.1, 99.9), List.of(90.0, 90.1, 89.9));
    assertThat(ratio.upper95()).isLessThan(0.91);
    assertThat(ratio.lower95()).isGreaterThan(0.89);
    assertThat(ratio.differs()).isTrue();
  }

  @Test
  void withoutRepeatsOnBothSidesThereIsNoInterval() {
    RatioInterval ratio = RatioInterval.unpaired(List.of(100.0), List.of(50.0, 50.0));
    assertThat(ratio.ratio()).isCloseTo(0.5, within(1e-9));
    assertThat(ratio.hasBounds()).isFalse();
    assertThat(ratio.differs()).isFalse();
  }

  @Test
  void repeatsThatAreAllTheSameLeaveNoDoubt() {
    RatioInterval ratio = RatioInterval.unpaired(List.of(100.0, 100.0), List.of(50.0, 50.0));
    assertThat(ratio.lower95()).isEqualTo(ratio.upper95()).isCloseTo(0.5, within(1e-9));
    assertThat(ratio.differs()).isTrue();
  }
}
