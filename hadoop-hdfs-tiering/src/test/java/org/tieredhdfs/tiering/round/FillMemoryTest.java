package org.tieredhdfs.tiering.round;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.tiering.rule.TypeFill;

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

  /** DataNodes that are restarted come back, and with them the capacity. */
  @Test
  void aTypeHasLessOnlyIfThatIsSoForSomeTime() {
    assertThat(capacity(100)).isEqualTo(100);
    assertThat(capacity(50)).isEqualTo(100);
    assertThat(memory.largest(Map.of(), STAY_MS).get(StorageType.SSD)).isNotNull();

    nowMs += STAY_MS;
    assertThat(capacity(50)).isEqualTo(50);
    assertThat(capacity(70)).isEqualTo(70);
  }

  private long capacity(long bytes) {
    Map<StorageType, TypeFill> now = Map.of(StorageType.SSD, new TypeFill(0, bytes));
    return TypeFill.of(memory.largest(now, STAY_MS), StorageType.SSD).capacityBytes();
  }

  @Test
  void whatAnotherProcessSetStaysFromTheBeginOfThisOne() {
    assertThat(memory.hasStayed(FILE, STAY_MS)).isFalse();

    nowMs += STAY_MS;
    assertThat(memory.hasStayed(FILE, STAY_MS)).isTrue();
  }
}
