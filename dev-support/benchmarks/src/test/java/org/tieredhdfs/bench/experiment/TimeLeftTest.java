package org.tieredhdfs.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimeLeftTest {
  @Test
  void tellsHowLongItStillTakes() {
    TimeLeft left = new TimeLeft(10);
    left.start(0);
    assertThat(left.text(1)).isEqualTo("10 measurements to come");
    left.stepDone();
    assertThat(left.text(3_000_000_000L)).isEqualTo("about 27 s left");
    assertThat(left.text(60_000_000_000L)).isEqualTo("about 9 min left");
  }
}
