package org.tieredhdfs.media.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StutterTest {
  @Test
  void nothingBeginsDuringAPause() {
    Stutter stutter = new Stutter(100, 1_000);
    assertThat(stutter.begin(5_000)).isEqualTo(5_100);
    assertThat(stutter.begin(5_099)).isEqualTo(5_100);
    assertThat(stutter.begin(5_100)).isEqualTo(5_100);
    assertThat(stutter.begin(5_999)).isEqualTo(5_999);
    assertThat(stutter.begin(-950)).isEqualTo(-900);
    assertThat(Stutter.NONE.begin(17)).isEqualTo(17);
  }

  @Test
  void pauseIsShorterThanItsPeriod() {
    assertThatThrownBy(() -> new Stutter(10, 10)).hasMessageContaining("not possible");
  }
}
