package org.tieredhdfs.mover.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RestsTest {
  @Test
  void aVolumeRestsAsLongAsItWorkedButNoLongerThanTheMaximum() {
    Rests rests = new Rests(100);
    rests.begin("a", 30, 1_000);
    rests.begin("b", 5_000, 1_000);

    assertThat(rests.waitNs("a", 1_010)).isEqualTo(20);
    assertThat(rests.waitNs("a", 1_030)).isZero();
    assertThat(rests.waitNs("b", 1_050)).isEqualTo(50);
    assertThat(rests.waitNs("c", 1_050)).isZero();
  }

  @Test
  void aMaximumOfZeroMeansNoRest() {
    Rests rests = new Rests(0);
    rests.begin("a", 30, 1_000);

    assertThat(rests.waitNs("a", 1_000)).isZero();
  }
}
