package org.tieredhdfs.media.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OverheadTest {
  @Test
  void growsWithTheSizeOfARequest() {
    Overhead overhead = Overhead.of(300_000, 4_000, 424_000, 128_000);
    assertThat(overhead.ofBytes(4_000)).isEqualTo(300_000);
    assertThat(overhead.ofBytes(128_000)).isEqualTo(424_000);
    assertThat(overhead.ofBytes(0)).isEqualTo(296_000);
  }

  @Test
  void neverShrinksWithTheSize() {
    assertThat(Overhead.of(300_000, 4_000, 200_000, 128_000).ofBytes(1 << 20)).isEqualTo(300_000);
    assertThatThrownBy(() -> new Overhead(-1, 0)).hasMessageContaining("below 0");
  }
}
