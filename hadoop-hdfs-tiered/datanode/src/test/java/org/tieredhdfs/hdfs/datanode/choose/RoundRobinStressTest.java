package org.tieredhdfs.hdfs.datanode.choose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.VolumeChoosingPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;

/** Many threads choosing at once, with volumes that come and go. */
class RoundRobinStressTest {
  private static final int THREADS = 16;
  private static final long TB = 1L << 40;

  private final ConcurrentMap<FsVolumeSpi, AtomicInteger> counts = new ConcurrentHashMap<>();

  private static StorageTypeRoundRobinVolumeChoosingPolicy<FsVolumeSpi> roundRobin() {
    StorageTypeRoundRobinVolumeChoosingPolicy<FsVolumeSpi> policy =
        new StorageTypeRoundRobinVolumeChoosingPolicy<>();
    policy.use(new VolumeRegistry(100, 100, 30_000, 60));
    return policy;
  }

  private static List<FsVolumeSpi> disks(int count) {
    List<FsVolumeSpi> volumes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      volumes.add(FakeVolume.disk("d" + i, TB));
    }
    return volumes;
  }

  private void choose(VolumeChoosingPolicy<FsVolumeSpi> policy, List<FsVolumeSpi> volumes)
      throws Exception {
    FsVolumeSpi chosen = policy.chooseVolume(new ArrayList<>(volumes), 1000, null);
    counts.computeIfAbsent(chosen, key -> new AtomicInteger()).incrementAndGet();
  }

  private static void inParallel(Callable<Void> work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Void>> running = threads.invokeAll(Collections.nCopies(THREADS, work));
      for (Future<Void> one : running) {
        one.get(1, TimeUnit.MINUTES);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private int spread() {
    Collection<Integer> values = counts.values().stream().map(AtomicInteger::get).toList();
    return Collections.max(values) - Collections.min(values);
  }

  @Test
  void sixteenThreadsShareSevenVolumesOutExactlyEvenly() throws Exception {
    StorageTypeRoundRobinVolumeChoosingPolicy<FsVolumeSpi> policy = roundRobin();
    List<FsVolumeSpi> volumes = disks(7);
    for (int round = 0; round < 20; round++) {
      counts.clear();
      inParallel(
          () -> {
            for (int i = 0; i < 1001; i++) {
              choose(policy, volumes);
            }
            return null;
          });
      assertThat(counts).hasSize(7);
      assertThat(spread()).isLessThanOrEqualTo(1);
    }
  }

  static Stream<VolumeChoosingPolicy<FsVolumeSpi>> policies() {
    LatencyAwareVolumeChoosingPolicy<FsVolumeSpi> latencyAware =
        new LatencyAwareVolumeChoosingPolicy<>();
    latencyAware.use(new VolumeRegistry(100, 100, 30_000, 60));
    return Stream.of(roundRobin(), latencyAware);
  }

  @ParameterizedTest
  @MethodSource("policies")
  void volumesThatComeAndGoNeverFailAChoiceAndLeaveItEven(VolumeChoosingPolicy<FsVolumeSpi> policy)
      throws Exception {
    List<FsVolumeSpi> stable = disks(4);
    List<FsVolumeSpi> present = new CopyOnWriteArrayList<>(stable);
    AtomicBoolean stop = new AtomicBoolean();
    Thread swapper =
        new Thread(
            () -> {
              Random random = new Random(1);
              while (!stop.get()) {
                FsVolumeSpi guest = FakeVolume.disk("guest", random.nextBoolean() ? TB : 0);
                present.add(random.nextInt(present.size() + 1), guest);
                LockSupport.parkNanos(1000);
                present.remove(guest);
                ((FakeVolume) stable.get(random.nextInt(3)))
                    .setAvailable(random.nextBoolean() ? TB : 0);
              }
            });
    swapper.start();
    try {
      inParallel(
          () -> {
            for (int i = 0; i < 3000; i++) {
              choose(policy, present);
            }
            return null;
          });
    } finally {
      stop.set(true);
      swapper.join();
    }
    assertThat(counts.values().stream().mapToInt(AtomicInteger::get).sum())
        .isEqualTo(THREADS * 3000);

    stable.forEach(volume -> ((FakeVolume) volume).setAvailable(TB));
    // Those that were full the longest have their turn first
    long endNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    do {
      counts.clear();
      for (int i = 0; i < 402; i++) {
        choose(policy, stable);
      }
    } while ((counts.size() < 4 || spread() > 1) && System.nanoTime() - endNanos < 0);
    assertThat(counts.keySet()).containsExactlyInAnyOrderElementsOf(stable);
    assertThat(spread()).isLessThanOrEqualTo(1);
  }

  @Test
  void sixteenThreadsFillFourVolumesToTheLastBlockAndNoneIsRefused() throws Exception {
    StorageTypeRoundRobinVolumeChoosingPolicy<FsVolumeSpi> policy = roundRobin();
    for (int round = 0; round < 50; round++) {
      List<FsVolumeSpi> volumes = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        // Room for as many blocks of 1000 bytes as there are threads, and not one more.
        volumes.add(FakeVolume.disk("r" + i, THREADS / 4 * 1000L + 1));
      }
      counts.clear();
      inParallel(
          () -> {
            choose(policy, volumes);
            return null;
          });
      assertThat(counts).hasSize(4);
      assertThat(counts.values()).allSatisfy(count -> assertThat(count).hasValue(THREADS / 4));
    }
  }
}
