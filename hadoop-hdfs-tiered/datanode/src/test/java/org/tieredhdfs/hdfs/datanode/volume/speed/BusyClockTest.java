package org.tieredhdfs.hdfs.datanode.volume.speed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class BusyClockTest {
  private final BusyClock clock = new BusyClock(1000);

  @Test
  void operationsThatShareADeviceServeTheirPartOnly() {
    double first = clock.start(1000);
    double second = clock.start(1100); // the first had 100 alone
    assertThat(clock.stop(1300, second)).isEqualTo(100); // both had half of 200
    assertThat(clock.stop(1350, first)).isEqualTo(250);
  }

  @Test
  void timesThatComeLateDoNotTurnTheClockBack() {
    double first = clock.start(1500);
    double second = clock.start(1400);
    assertThat(clock.stop(1450, second)).isZero();
    assertThat(clock.stop(1600, first)).isEqualTo(100);
  }

  @Test
  void underManyThreadsServicesAddUpToTheBusyTime() throws InterruptedException {
    BusyClock real = new BusyClock(System.nanoTime());
    double outer = real.start(System.nanoTime());
    long startNanos = System.nanoTime();
    DoubleAdder served = new DoubleAdder();
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
                  served.add(real.stop(System.nanoTime(), started));
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    long tookNanos = System.nanoTime() - startNanos;
    served.add(real.stop(System.nanoTime(), outer));
    assertThat(served.sum()).isCloseTo((double) tookNanos, within(0.05 * tookNanos));
  }
}
