package org.tieredhdfs.hdfs.datanode.volume;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;

@Timeout(120)
class IdleBellTest {
  private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);

  private final VolumeRegistry registry = new VolumeRegistry(100, 100, 30_000, 60);
  private final VolumeState volume = registry.state(MockVolumes.volume("v"));

  /** Stress: a call that begins while the sleeper lies down is never slept through. */
  @Test
  void eachCallWakesWhoSleepsWhileThereAreNone() throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicInteger woken = new AtomicInteger();
    Thread sleeper =
        new Thread(
            () -> {
              try {
                while (!isOver.get()) {
                  registry.bell().sleep(volume.inFlight()::isEmpty, HOUR_NANOS, 1);
                  woken.incrementAndGet();
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    sleeper.start();
    for (int call = 0; call < 2_000; call++) {
      int before = woken.get();
      try (InFlight io = volume.begin("READ", IoClass.READ, 0)) {
        while (woken.get() <= before) {
          Thread.onSpinWait();
        }
        io.succeeded();
      }
    }
    isOver.set(true);
    sleeper.interrupt();
    sleeper.join();
    assertThat(woken.get()).isPositive();
  }
}
