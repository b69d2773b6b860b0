package org.tieredhdfs.hdfs.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WritePaceTest {
  private static final long MIB = 1 << 20;
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final AtomicLong nowNanos = new AtomicLong(-7);
  private final WritePace pace = new WritePace(nowNanos::get);

  @Test
  void writersWaitForTheirBytesOneBehindTheOther() {
    assertThat(pace.spend(2 * MIB, MIB)).isEqualTo(2 * SECOND_NANOS - WritePace.BURST_NANOS);
    assertThat(pace.spend(MIB, MIB)).isEqualTo(3 * SECOND_NANOS - WritePace.BURST_NANOS);
  }

  @Test
  void smallWritesAfterAPauseDoNotWait() {
    pace.spend(MIB, MIB);
    nowNanos.addAndGet(60 * SECOND_NANOS);
    assertThat(pace.spend(MIB / 20, MIB)).isZero();
    assertThat(pace.spend(MIB / 20, MIB)).isZero();
    assertThat(pace.spend(MIB / 20, MIB)).isPositive();
  }

  @Test
  void noPacketWaitsLongerThanPeersDo() {
    for (int writer = 0; writer < 100; writer++) {
      assertThat(pace.spend(MIB, MIB)).isBetween(0L, WritePace.LONGEST_NANOS);
    }
    nowNanos.addAndGet(WritePace.LONGEST_NANOS);
    assertThat(pace.spend(MIB / 20, MIB)).isLessThanOrEqualTo(SECOND_NANOS / 20);
  }

  @Test
  void anotherRateBeginsAnew() {
    pace.spend(8 * MIB, MIB);
    assertThat(pace.spend(8 * MIB, 80 * MIB)).isZero();
  }

  @Test
  void sleepersGoOnWhenTheRateIsTakenAway() throws Exception {
    WritePace real = new WritePace();
    AtomicLong rate = new AtomicLong(MIB);
    // once for the rate, once more in the sleep
    CountDownLatch sleeps = new CountDownLatch(2);
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      Future<Long> waited =
          pool.submit(
              () ->
                  real.await(
                      20 * MIB,
                      () -> {
                        sleeps.countDown();
                        return rate.get();
                      }));
      sleeps.await();
      rate.set(0);
      assertThat(waited.get()).isLessThan(WritePace.LONGEST_NANOS);
      assertThat(real.await(20 * MIB, rate::get)).isZero();
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void interruptedSleeperGoesOnAndStaysInterrupted() {
    WritePace real = new WritePace();
    Thread.currentThread().interrupt();
    assertThat(real.await(20 * MIB, () -> MIB)).isLessThan(WritePace.LONGEST_NANOS);
    assertThat(Thread.interrupted()).isTrue();
  }

  /** What the threads spend adds up: no update is lost. */
  @Test
  void manyWritersTogetherKeepTheRate() throws Exception {
    int threads = 8;
    int packets = 10_000;
    // as many bytes as a rate that does not reach the longest wait allows
    long rate = (long) threads * packets * 1000 / 5;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        all.add(
            pool.submit(
                () -> {
                  for (int packet = 0; packet < packets; packet++) {
                    pace.spend(1000, rate);
                  }
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } finally {
      pool.shutdownNow();
    }
    // each packet's cost is cut to whole nanoseconds
    assertThat(pace.spend(0, rate))
        .isBetween(
            5 * SECOND_NANOS - WritePace.BURST_NANOS - (long) threads * packets,
            5 * SECOND_NANOS - WritePace.BURST_NANOS);
  }
}
