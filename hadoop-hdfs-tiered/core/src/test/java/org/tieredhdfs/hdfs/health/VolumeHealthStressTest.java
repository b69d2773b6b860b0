package org.tieredhdfs.hdfs.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;

/** Heartbeats of many DataNodes at once while others ask, and DataNodes that die meanwhile. */
class VolumeHealthStressTest {
  private static final int NODES = 200;
  private static final int THREADS = 8;
  private static final int HEARTBEATS = 2_000;

  /** A tenth, and as many hung ones beside those whose replicas do not count. */
  private static final int LIMIT = 2 * NODES / 10;

  private final Volumes volumes = new Volumes().add(NODES, StorageType.DISK);
  private final VolumeHealth health = new VolumeHealth(new HealthSettings(0.1, 50, 3, 1, 6_000));
  private final AtomicLong nowMs = new AtomicLong();
  private final AtomicBoolean isOver = new AtomicBoolean();

  private int excluded() {
    return (int) volumes.storages.stream().filter(Exclusions::isExcluded).count();
  }

  private void sendHeartbeats(int thread) {
    Random random = new Random(thread);
    VolumeCondition[] conditions = VolumeCondition.values();
    for (int i = 0; i < HEARTBEATS; i++) {
      // each DataNode has one thread, as it has one heartbeat at a time
      int node = random.nextInt(NODES / THREADS) * THREADS + thread;
      volumes.node(node).setAlive(random.nextInt(50) > 0);
      VolumeCondition condition = conditions[random.nextInt(conditions.length)];
      health.hear(
          volumes.node(node),
          random.nextInt(20) == 0 ? volumes.stock(node) : volumes.told(node, condition),
          nowMs.addAndGet(random.nextInt(20)));
    }
  }

  private void ask() {
    while (!isOver.get()) {
      int outcome = health.tallies().values().stream().mapToInt(HealthTally::getExcluded).sum();
      assertThat(outcome).isLessThanOrEqualTo(LIMIT);
      assertThat(health.replaced()).hasSizeLessThanOrEqualTo(LIMIT);
      health.unhealthy(nowMs.get());
      Exclusions.keepCounted(new ArrayList<>(volumes.storages));
    }
  }

  @Test
  void theCapHoldsAndNothingStaysExcludedInTheEnd() throws Exception {
    for (int i = 0; i < NODES; i++) {
      health.hear(volumes.node(i), volumes.told(i, VolumeCondition.IN_SERVICE), 0);
    }
    ExecutorService threads = Executors.newFixedThreadPool(THREADS + 2);
    try {
      List<Future<?>> senders = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        senders.add(threads.submit(() -> sendHeartbeats(thread)));
      }
      List<Future<?>> askers = List.of(threads.submit(this::ask), threads.submit(this::ask));
      for (Future<?> sender : senders) {
        sender.get(2, TimeUnit.MINUTES);
      }
      isOver.set(true);
      for (Future<?> asker : askers) {
        asker.get(2, TimeUnit.MINUTES);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(excluded()).isLessThanOrEqualTo(LIMIT);

    for (int i = 0; i < NODES; i++) {
      volumes.node(i).setAlive(true);
      health.hear(volumes.node(i), volumes.told(i, VolumeCondition.IN_SERVICE), nowMs.get());
    }
    health.decide(nowMs.get());
    assertThat(excluded()).isZero();
    assertThat(health.tallies().get(StorageType.DISK))
        .usingRecursiveComparison()
        .isEqualTo(new HealthTally(NODES, 0, 0, 0, 0, 0));
  }
}
