package org.tieredhdfs.hdfs.agree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefusalTest {
  private static final long NAME_NODE = 5;

  @Test
  void theNameNodeIsAskedLessAndLessOftenButAtLeastEveryHalfMinute() {
    List<Long> pauses = new ArrayList<>();
    Refusal last = null;
    for (int i = 0; i < 7; i++) {
      last = Refusal.after(last, "no", NAME_NODE, 0);
      pauses.add(last.pauseMs());
    }

    assertThat(pauses).containsExactly(1_000L, 2_000L, 4_000L, 8_000L, 16_000L, 30_000L, 30_000L);
  }

  @Test
  void aPauseEndsWithItsTimeOrWithANameNodeThatWasRestarted() {
    Refusal first = Refusal.after(null, "no", NAME_NODE, 100);

    assertThat(first.isPausing(NAME_NODE, 1_099)).isTrue();
    assertThat(first.isPausing(NAME_NODE, 1_100)).isFalse();
    assertThat(first.isPausing(NAME_NODE + 1, 200)).isFalse();
  }

  @Test
  void aNameNodeThatWasRestartedAndRefusesAgainIsAskedOftenAtFirst() {
    Refusal first = Refusal.after(Refusal.after(null, "no", NAME_NODE, 0), "no", NAME_NODE, 0);
    Refusal again = Refusal.after(first, "not now", NAME_NODE + 1, 7_000);

    assertThat(again.pauseMs()).isEqualTo(1_000);
    assertThat(again.nextMs()).isEqualTo(8_000);
    assertThat(again.since()).isEqualTo(first.since());
    assertThat(again.toString()).matches("since 20\\S+: not now");
  }
}
