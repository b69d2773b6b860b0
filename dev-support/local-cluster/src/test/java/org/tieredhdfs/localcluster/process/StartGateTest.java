package org.tieredhdfs.localcluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.localcluster.spec.ClusterException;

class StartGateTest {
  @Test
  void letsStepsPassUntilItIsShut() throws IOException, ClusterException {
    StartGate gate = new StartGate();
    AtomicInteger steps = new AtomicInteger();
    gate.pass(steps::incrementAndGet);
    gate.shut();
    assertThatThrownBy(() -> gate.pass(steps::incrementAndGet))
        .isInstanceOf(ClusterException.class);
    assertThat(steps).hasValue(1);
  }

  @Test
  void staysUsableAfterAStepThatFailed() throws IOException, ClusterException {
    StartGate gate = new StartGate();
    assertThatThrownBy(
            () ->
                gate.pass(
                    () -> {
                      throw new IOException("no disk");
                    }))
        .hasMessage("no disk");
    gate.pass(() -> {});
  }

  @Test
  void hasNoStepUnderWayOnceItIsShutHoweverManyTry() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(8);
    try {
      for (int round = 0; round < 200; round++) {
        StartGate gate = new StartGate();
        AtomicInteger underWay = new AtomicInteger();
        List<Future<?>> starters = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
          starters.add(pool.submit(() -> passUntilShut(gate, underWay)));
        }
        TimeUnit.MICROSECONDS.sleep(ThreadLocalRandom.current().nextInt(500));
        gate.shut();
        assertThat(underWay).hasValue(0);
        for (Future<?> starter : starters) {
          starter.get(30, TimeUnit.SECONDS);
        }
        assertThat(underWay).hasValue(0);
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private static Void passUntilShut(StartGate gate, AtomicInteger underWay)
      throws IOException, ExecutionException {
    try {
      while (true) {
        gate.pass(
            () -> {
              assertThat(underWay.incrementAndGet()).isEqualTo(1);
              Thread.onSpinWait();
              underWay.decrementAndGet();
            });
      }
    } catch (ClusterException shut) {
      return null;
    }
  }
}
