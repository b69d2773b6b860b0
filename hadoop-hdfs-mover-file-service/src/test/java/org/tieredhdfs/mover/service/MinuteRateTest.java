package org.tieredhdfs.mover.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MinuteRateTest {
  private static final long START_NS = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(100);

  private final MinuteRate rate = new MinuteRate(START_NS);

  private static long at(long seconds) {
    return START_NS + TimeUnit.SECONDS.toNanos(seconds);
  }

  @Test
  void countsTheLastMinuteAndLessAtTheBeginning() {
    rate.add(600, at(0));
    assertThat(rate.bytesPerSecond(at(0))).isEqualTo(600);
    assertThat(rate.bytesPerSecond(at(5))).isEqualTo(100);
    rate.add(6_000, at(30));
    assertThat(rate.bytesPerSecond(at(59))).isEqualTo(110);
    assertThat(rate.bytesPerSecond(at(60))).isEqualTo(100);
    assertThat(rate.bytesPerSecond(at(90))).isZero();
    rate.add(60, at(10_000));
    assertThat(rate.bytesPerSecond(at(10_000))).isEqualTo(1);
    assertThat(rate.bytesPerSecond(at(20_000))).isZero();
  }
}
