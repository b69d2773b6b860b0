package org.tieredhdfs.hdfs.datanode.volume.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProbationTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Probation probation = new Probation(20 * SECOND, 1, 4);
  private long nowNanos;

  private void hangFor(long seconds) {
    probation.began(nowNanos);
    nowNanos += seconds * SECOND;
    probation.ended(nowNanos);
  }

  @Test
  void aVolumeThatHungOnceIsBackAtOnce() {
    assertThat(probation.isOn(nowNanos)).isFalse();
    hangFor(31);
    assertThat(probation.isOn(nowNanos)).isFalse();
  }

  @Test
  void aDiskThatHangsForHalfOfEachMinuteStaysOut() {
    for (int hang = 0; hang < 2; hang++) {
      hangFor(31);
      nowNanos += 29 * SECOND;
    }
    for (int minute = 0; minute < 60; minute++) {
      hangFor(31);
      for (int second = 0; second < 29; second++) {
        assertThat(probation.isOn(nowNanos)).isTrue();
        nowNanos += SECOND;
      }
    }
  }

  @Test
  void eachFurtherHangKeepsItOutForLongerUpToALimit() {
    long before = 0;
    for (int hang = 0; hang < 6; hang++) {
      hangFor(31);
      long answeredNanos = nowNanos;
      while (probation.isOn(nowNanos)) {
        nowNanos += SECOND;
        assertThat(nowNanos - answeredNanos).isLessThanOrEqualTo(16 * 20 * SECOND);
      }
      long out = nowNanos - answeredNanos;
      assertThat(out).isGreaterThanOrEqualTo(2 * before);
      before = out;
    }
    assertThat(before).isEqualTo(16 * 20 * SECOND);
    hangFor(31);
    assertThat(probation.isOn(nowNanos + before - SECOND)).isTrue();
    assertThat(probation.isOn(nowNanos + before)).isFalse();
  }

  @Test
  void whatWasLongAgoIsForgiven() {
    hangFor(31);
    nowNanos += TimeUnit.MINUTES.toNanos(11);
    hangFor(31);
    assertThat(probation.isOn(nowNanos)).isFalse();
  }

  @Test
  void itCanBeTurnedOff() {
    Probation none = new Probation(0, 1, 4);
    none.began(0);
    none.ended(SECOND);
    none.began(2 * SECOND);
    none.ended(3 * SECOND);
    assertThat(none.isOn(3 * SECOND)).isFalse();
  }
}
