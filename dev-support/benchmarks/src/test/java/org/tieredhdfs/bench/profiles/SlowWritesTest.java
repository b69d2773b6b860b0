package org.tieredhdfs.bench.profiles;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SlowWritesTest {
  private static final SlowWrites SLOW =
      SlowWrites.in(
          List.of(
              "2026-11-26 WARN  datanode.DataNode: Slow BlockReceiver write data to disk cost:"
                  + " 101ms (threshold=50ms), volume=/v, blockId=1, seqno=2",
              "2026-11-26 WARN  datanode.DataNode: Slow flushOrSync took 1200ms (threshold=50ms),"
                  + " isSync:true, flushTotalNanos=1000000ns",
              "2026-11-26 WARN  datanode.DataNode: Writing 3 packets of blk_1 to /v took 300 ms"
                  + " (threshold 50 ms)",
              "2026-11-26 INFO  datanode.DataNode: the block report took 5000 ms"));

  @Test
  void readsHadoopsWarningsAndOurs() {
    assertThat(SLOW.writesMs()).containsExactly(101L, 300L);
    assertThat(SLOW.syncsMs()).containsExactly(1200L);
    assertThat(SlowWrites.longestMs(SLOW.writesMs())).isEqualTo(300);
  }

  @Test
  void countsWhatAnotherThresholdWouldWarnOf() {
    assertThat(SlowWrites.over(SLOW.writesMs(), 100)).isEqualTo(2);
    // as in a DataNode, the threshold itself is not yet slow
    assertThat(SlowWrites.over(SLOW.writesMs(), 300)).isZero();
  }

  @Test
  void aLogWithoutWarningsHasNone() {
    assertThat(SlowWrites.longestMs(SlowWrites.in(List.of("started")).writesMs())).isZero();
  }
}
