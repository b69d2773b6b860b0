package org.tieredhdfs.hdfs.datanode.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class OperationGateTest {
  private final VolumeRegistry registry = new VolumeRegistry(100, 100, 30_000, 60);
  private final OperationGate gate = registry.gate();
  private final FsVolumeSpi volume = MockVolumes.volume("v1");
  private final VolumeState state = registry.state(volume);

  @Test
  void whatComesAfterClosingIsRefusedAndNothingElseIs() throws Exception {
    InFlight running = registry.begin("create", "BP-1", null, true);
    running.close();
    gate.closePool("BP-1");
    assertThatThrownBy(() -> registry.begin("create", "BP-1", null, true))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("BP-1 is being added, shut down or deleted");
    end(registry.begin("create", "BP-2", null, true));
    // What ends others is let in
    end(registry.begin("unfinalize", "BP-1", null, false));
    gate.openPool("BP-1");
    end(registry.begin("create", "BP-1", null, true));
    assertThat(gate.running()).isZero();
  }

  @Test
  void drainingWaitsForWhatRunsAndNoLonger() throws Exception {
    ExecutorService other = Executors.newSingleThreadExecutor();
    AtomicBoolean end = new AtomicBoolean();
    Future<?> operation =
        other.submit(
            () -> {
              InFlight running = registry.begin("create", "BP-1", state, true);
              while (!end.get()) {
                Thread.sleep(5);
              }
              running.close();
              return null;
            });
    while (gate.running() == 0) {
      Thread.sleep(5);
    }
    assertThat(gate.drainPool("BP-2", 5_000)).isEmpty();
    assertThat(gate.drainPool("BP-1", 50)).hasSize(1);
    end.set(true);
    assertThat(gate.drainPool("BP-1", 5_000)).isEmpty();
    operation.get(5, TimeUnit.SECONDS);
    other.shutdown();
  }

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void nobodyIsInsideWhenADrainedPoolIsClosed() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    AtomicBoolean stop = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Future<?>> users = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Random random = new Random(i);
      users.add(
          threads.submit(
              () -> {
                while (!stop.get()) {
                  use(inside, random);
                }
              }));
    }
    for (int round = 0; round < 300; round++) {
      gate.closePool("BP-1");
      assertThat(gate.drainPool("BP-1", 10_000)).isEmpty();
      assertThat(inside.get()).isZero();
      gate.openPool("BP-1");
      Thread.sleep(1);
    }
    stop.set(true);
    for (Future<?> user : users) {
      user.get(10, TimeUnit.SECONDS);
    }
    threads.shutdown();
    assertThat(gate.running()).isZero();
    assertThat(state.threads()).isZero();
  }

  private static void end(InFlight running) {
    running.close();
  }

  private void use(AtomicInteger inside, Random random) {
    InFlight running;
    try {
      running = registry.begin("create", "BP-1", random.nextBoolean() ? state : null, true);
    } catch (IOException e) {
      LockSupport.parkNanos(1_000);
      return;
    }
    inside.incrementAndGet();
    if (random.nextInt(4) == 0) {
      running.chosen(state);
    }
    inside.decrementAndGet();
    running.close();
  }
}
