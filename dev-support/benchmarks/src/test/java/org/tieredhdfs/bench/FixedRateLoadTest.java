package org.tieredhdfs.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FixedRateLoadTest {

  @Test
  void aStallCountsForAllOperationsThatWouldHaveBegun() throws Exception {
    // Stopped by the stall itself: what begins after it would count, too
    CompletableFuture<FixedRateLoad> started = new CompletableFuture<>();
    FixedRateLoad load =
        FixedRateLoad.start(
            "test",
            10,
            number -> {
              if (number == 5) {
                pause(1_000);
                started.join().stop();
              }
            });
    started.complete(load);
    assertThat(load.join(60_000)).isTrue();
    // One operation of 1 s stands for about 100; without that the median would be next to nothing
    assertThat(load.count()).isGreaterThan(90);
    assertThat(load.maxMs()).isGreaterThanOrEqualTo(999);
    assertThat(load.percentileMs(50)).isBetween(100.0, 900.0);
    assertThat(load.slowest("slowestMs").values()).anyMatch(ms -> ms >= 999);
  }

  @Test
  void saysHowLongTheOperationThatRunsHasBeenRunning() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch free = new CountDownLatch(1);
    FixedRateLoad load =
        FixedRateLoad.start(
            "test",
            10,
            number -> {
              running.countDown();
              await(free);
            });
    assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
    Thread.sleep(100);
    assertThat(load.runningMs()).isGreaterThanOrEqualTo(90);
    load.stop();
    assertThat(load.join(50)).isFalse();
    free.countDown();
    assertThat(load.join(30_000)).isTrue();
    assertThat(load.runningMs()).isZero();
  }

  @Test
  void countsFailuresAndKeepsTheFirstAndGoesOn() throws Exception {
    CountDownLatch third = new CountDownLatch(3);
    FixedRateLoad load =
        FixedRateLoad.start(
            "writer",
            1,
            number -> {
              third.countDown();
              throw new IOException("no " + number);
            });
    assertThat(third.await(30, TimeUnit.SECONDS)).isTrue();
    load.stop();
    assertThat(load.join(30_000)).isTrue();
    assertThat(load.failures()).isGreaterThanOrEqualTo(2);
    assertThat(load.firstFailure()).contains("writer", "no 0");
  }

  private static void pause(long ms) throws IOException {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      if (!latch.await(30, TimeUnit.SECONDS)) {
        throw new IOException("nobody let it go on");
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
