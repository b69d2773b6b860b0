package org.tieredhdfs.tiering.round;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FillMemoryTest {
  private static final long FILE = 17;
  private static final byte POLICY = 12;
  private static final long STAY_MS = 1_000;

  private long nowMs = 5_000;
  private final FillMemory memory = new FillMemory(() -> nowMs);

  @Test
  void whatThisProcessSetIsKnownUntilItSetsAnother() {
    assertThat(memory.hasSet(FILE, POLICY)).isFalse();

    memory.set(FILE, POLICY);
    assertThat(memory.hasSet(FILE, POLICY)).isTrue();

    memory.set(FILE, (byte) 0);
    assertThat(memory.hasSet(FILE, POLICY)).isFalse();
    assertThat(memory.hasSet(FILE, 0)).isTrue();
  }

  @Test
  void aStayBeginsWhenThePolicyIsSet() {
    nowMs += STAY_MS;
    memory.set(FILE, POLICY);
    assertThat(memory.hasStayed(FILE, STAY_MS)).isFalse();

    nowMs += STAY_MS;
    assertThat(memory.hasStayed(FILE, STAY_MS)).isTrue();
  }

  @Test
  void whatAnotherProcessSetStaysFromTheBeginOfThisOne() {
    assertThat(memory.hasStayed(FILE, STAY_MS)).isFalse();

    nowMs += STAY_MS;
    assertThat(memory.hasStayed(FILE, STAY_MS)).isTrue();
  }
}
