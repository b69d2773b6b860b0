package org.tieredhdfs.mover.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VolumeCooldownsTest {
  @Test
  void aVolumeRestsAsLongAsItWorkedButNoLongerThanTheMaximum() {
    VolumeCooldowns cooldowns = new VolumeCooldowns(100);
    cooldowns.begin("a", 30, 1_000);
    cooldowns.begin("b", 5_000, 1_000);

    assertThat(cooldowns.waitNs("a", 1_010)).isEqualTo(20);
    assertThat(cooldowns.waitNs("a", 1_030)).isZero();
    assertThat(cooldowns.waitNs("b", 1_050)).isEqualTo(50);
    assertThat(cooldowns.waitNs("c", 1_050)).isZero();
  }

  @Test
  void aMaximumOfZeroMeansNoRest() {
    VolumeCooldowns cooldowns = new VolumeCooldowns(0);
    cooldowns.begin("a", 30, 1_000);

    assertThat(cooldowns.waitNs("a", 1_000)).isZero();
  }
}
