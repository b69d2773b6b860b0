package org.tieredhdfs.mover.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PacerTest {
  private static final long SECOND_NS = 1_000_000_000;
  // the clock of the JVM may be at any value, also below zero
  private static final long START_NS = -5 * SECOND_NS;

  @Test
  void whatIsBegunHasToBePaidForBeforeTheNext() {
    Pacer pacer = new Pacer(100);
    assertThat(pacer.waitNs(START_NS)).isZero();
    pacer.begin(200, START_NS);
    assertThat(pacer.waitNs(START_NS)).isEqualTo(2 * SECOND_NS);
    assertThat(pacer.waitNs(START_NS + SECOND_NS)).isEqualTo(SECOND_NS);
    assertThat(pacer.waitNs(START_NS + 3 * SECOND_NS)).isZero();
  }

  @Test
  void timeInWhichNothingWasMovedIsNotSavedUp() {
    Pacer pacer = new Pacer(100);
    pacer.begin(100, START_NS);
    pacer.begin(100, START_NS + 60 * SECOND_NS);
    assertThat(pacer.waitNs(START_NS + 60 * SECOND_NS)).isEqualTo(SECOND_NS);
  }

  @Test
  void aChangedRateAppliesToWhatIsOwed() {
    Pacer pacer = new Pacer(100);
    pacer.begin(1000, START_NS);
    pacer.setBytesPerSecond(1000, START_NS);
    assertThat(pacer.waitNs(START_NS)).isEqualTo(SECOND_NS);
    pacer.setBytesPerSecond(0, START_NS);
    assertThat(pacer.waitNs(START_NS)).isZero();
  }
}
