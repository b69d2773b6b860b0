package org.tieredhdfs.hdfs.datanode.volume.speed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LatencyHistoryTest {
  private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);

  private final LatencyHistory history = new LatencyHistory(0);

  private void add(int calls, long tookNanos, long nowNanos) {
    for (int call = 0; call < calls; call++) {
      history.add(tookNanos, nowNanos);
    }
  }

  @Test
  void knowsNothingOfAFewCalls() {
    add(99, 500 * MS, 0);
    assertThat(history.usualNanos()).isZero();
  }

  @Test
  void tellsWhatNearlyAllCallsTakeAtMostTwiceTooMuch() {
    add(1_000, 10 * MS, 0);
    assertThat(history.usualNanos()).isBetween(10 * MS, 20 * MS);
  }

  @Test
  void aHangOfAFewCallsLeavesNoTrace() {
    add(5_000, MS, 0);
    add(8, 15_000 * MS, 0);
    assertThat(history.usualNanos()).isBetween(MS, 2 * MS);
  }

  @Test
  void aDeviceThatIsOftenSlowIsKnownForIt() {
    for (int round = 0; round < 1_000; round++) {
      add(20, MS, 0);
      add(1, 6_000 * MS, 0);
    }
    assertThat(history.usualNanos()).isBetween(6_000 * MS, 12_000 * MS);
  }

  @Test
  void whatWasLongAgoIsForgotten() {
    add(1_000, 1_000 * MS, 0);
    long nowNanos = 0;
    for (int halving = 0; halving < 8; halving++) {
      nowNanos += TimeUnit.MINUTES.toNanos(6);
      add(50, MS, nowNanos);
    }
    add(2_000, MS, nowNanos);
    assertThat(history.usualNanos()).isBetween(MS, 2 * MS);
  }

  @Test
  void extremesDoNotBreakIt() {
    add(500, 0, 0);
    assertThat(history.usualNanos()).isEqualTo(1);
    add(500, -1, 0);
    add(5_000, Long.MAX_VALUE, 0);
    assertThat(history.usualNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void underManyThreadsItStaysBoundedAndRight() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Thread thread =
          new Thread(
              () -> {
                for (int call = 0; call < 50_000; call++) {
                  history.add(3 * MS, System.nanoTime());
                  long usual = history.usualNanos();
                  if (usual != 0) {
                    assertThat(usual).isEqualTo(1L << 22);
                  }
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(history.usualNanos()).isEqualTo(1L << 22);
  }
}
