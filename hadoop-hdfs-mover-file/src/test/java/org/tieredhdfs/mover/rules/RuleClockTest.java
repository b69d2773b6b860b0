package org.tieredhdfs.mover.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.paths.PathPattern;

class RuleClockTest {
  private static final long MINUTE_MS = TimeUnit.MINUTES.toMillis(1);
  private static final long ARRIVED_MS = 1_000 * MINUTE_MS;
  private static final MoveRule RULE =
      new MoveRule("rests", new PathPattern("/"), null, true, 10 * MINUTE_MS, true, null);

  @Test
  void aFileRestsForTheRestOfItsAge() {
    assertThat(RuleGate.remainingMs(RULE, ARRIVED_MS, ARRIVED_MS)).isEqualTo(10 * MINUTE_MS);
    assertThat(RuleGate.remainingMs(RULE, ARRIVED_MS, ARRIVED_MS + 4 * MINUTE_MS))
        .isEqualTo(6 * MINUTE_MS);
    assertThat(RuleGate.remainingMs(RULE, ARRIVED_MS, ARRIVED_MS + 10 * MINUTE_MS)).isZero();
  }

  @Test
  void aClockThatWasSetDoesNotMakeItRestForEver() {
    long backMs = ARRIVED_MS - TimeUnit.DAYS.toMillis(365);
    assertThat(RuleGate.remainingMs(RULE, ARRIVED_MS, backMs)).isEqualTo(10 * MINUTE_MS);
    long aheadMs = ARRIVED_MS + TimeUnit.DAYS.toMillis(365);
    assertThat(RuleGate.remainingMs(RULE, ARRIVED_MS, aheadMs)).isZero();
  }
}
