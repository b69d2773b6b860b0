package org.tieredhdfs.hdfs.datanode.volume.health;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessClockTest {
  private static final long MS = 1_000_000;
  private static final long PACE = 50 * MS;

  private final ProcessClock clock = new ProcessClock(0);
  private long nowNanos;

  private void tickAfter(long nanos) {
    nowNanos += nanos;
    clock.tick(nowNanos, PACE);
  }

  @Test
  void agesAreThoseOfTheWallWhileNothingPauses() {
    for (int tick = 0; tick < 100; tick++) {
      tickAfter(PACE + MS);
    }
    assertThat(clock.ageNanos(0)).isEqualTo(nowNanos);
    assertThat(clock.ageNanos(nowNanos - 300 * MS)).isEqualTo(300 * MS);
    assertThat(clock.ageNanos(nowNanos + MS)).isZero();
  }

  @Test
  void aPauseOfTheProcessMakesNothingOlder() {
    tickAfter(PACE);
    long startNanos = nowNanos + 10 * MS;
    tickAfter(5_000 * MS);
    assertThat(clock.ageNanos(startNanos)).isBetween(0L, PACE);
    tickAfter(PACE);
    assertThat(clock.ageNanos(startNanos)).isBetween(PACE, 2 * PACE);
    assertThat(clock.ageNanos(nowNanos - 20 * MS)).isEqualTo(20 * MS);
  }

  @Test
  void aStarvedProcessSeesAgesGrowMoreSlowlyAndStillGrow() {
    for (int tick = 0; tick < 1_000; tick++) {
      tickAfter(3 * PACE);
    }
    assertThat(clock.ageNanos(nowNanos - 30 * PACE)).isEqualTo(10 * PACE);
  }

  @Test
  void agesGrowHoweverManyPausesThereWere() {
    for (int tick = 0; tick < 10_000; tick++) {
      tickAfter(3 * PACE);
    }
    assertThat(clock.ageNanos(0)).isEqualTo(10_000 * PACE);
    for (int ago = 1; ago < 10_000; ago++) {
      assertThat(clock.ageNanos(nowNanos - ago * 3L * PACE)).isBetween(ago * PACE / 2, ago * PACE);
    }
  }
}
