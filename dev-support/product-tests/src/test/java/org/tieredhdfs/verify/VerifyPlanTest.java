package org.tieredhdfs.verify;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class VerifyPlanTest {
  private static VerifyPlan plan(long minutes, long rows, int writers) {
    return new VerifyPlan(
        Duration.ofMinutes(minutes),
        Duration.ofMinutes(1),
        rows,
        writers,
        100,
        Duration.ofSeconds(1),
        Duration.ofSeconds(1),
        Duration.ofSeconds(1),
        false,
        1);
  }

  @Test
  void refusesWhatCannotBeWithTheOptionsName() {
    assertThatThrownBy(() -> plan(0, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("--minutes: '0 s' is not allowed; it has to be from 10 to 604800 s");
    assertThatThrownBy(() -> plan(1, 0, 1))
        .hasMessage("--rows: '0' is not allowed; it has to be from 1 to 20000000");
    assertThatThrownBy(() -> plan(1, 1, 65))
        .hasMessage("--writers: '65' is not allowed; it has to be from 1 to 64");
  }
}
