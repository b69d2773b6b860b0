package org.tieredhdfs.hdfs.datanode.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.datanode.choose.BusyClock.Reading;

class BusyClockTest {
  private final BusyClock clock = new BusyClock(1000);

  @Test
  void operationsThatShareADeviceServeTheirPartOnly() {
    double first = clock.start(1000);
    double second = clock.start(1100); // the first had 100 alone
    clock.stop(1300, second); // both had half of 200
    clock.stop(1350, first);
    Reading reading = clock.read(2000);
    assertThat(reading.inProgress()).isZero();
    assertThat(reading.servedNanos()).isEqualTo(350);
    assertThat(reading.pendingNanos()).isZero();
  }

  @Test
  void whatStillRunsIsPending() {
    double first = clock.start(1000);
    clock.start(1000);
    clock.stop(1200, first);
    Reading reading = clock.read(1500);
    assertThat(reading.inProgress()).isEqualTo(1);
    assertThat(reading.servedNanos()).isEqualTo(100);
    assertThat(reading.pendingNanos()).isEqualTo(400);
  }

  @Test
  void timesThatComeLateDoNotTurnTheClockBack() {
    double first = clock.start(1500);
    double second = clock.start(1400);
    clock.stop(1450, second);
    clock.stop(1600, first);
    assertThat(clock.read(1590).servedNanos()).isEqualTo(100);
  }

  @Test
  void underManyThreadsServicesAddUpToTheBusyTime() throws InterruptedException {
    BusyClock real = new BusyClock(System.nanoTime());
    double outer = real.start(System.nanoTime());
    long startNanos = System.nanoTime();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      Random random = new Random(i);
      Thread thread =
          new Thread(
              () -> {
                for (int round = 0; round < 20_000; round++) {
                  double started = real.start(System.nanoTime());
                  if (random.nextInt(100) == 0) {
                    LockSupport.parkNanos(1000);
                  }
                  real.stop(System.nanoTime(), started);
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    long tookNanos = System.nanoTime() - startNanos;
    real.stop(System.nanoTime(), outer);
    Reading reading = real.read(System.nanoTime());
    assertThat(reading.inProgress()).isZero();
    assertThat(reading.pendingNanos()).isCloseTo(0, within(1e3));
    assertThat(reading.servedNanos()).isCloseTo((double) tookNanos, within(0.05 * tookNanos));
  }
}
