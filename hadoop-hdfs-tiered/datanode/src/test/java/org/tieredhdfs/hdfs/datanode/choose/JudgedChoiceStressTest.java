package org.tieredhdfs.hdfs.datanode.choose;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.datanode.volume.health.SpeedJudge;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;
import org.tieredhdfs.hdfs.datanode.volume.speed.OpenBlock;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;
import org.tieredhdfs.waits.Waits;

/** Stress test: one thread judges volumes while many choose among them and write. */
class JudgedChoiceStressTest {
  private static final int VOLUMES = 4;
  private static final int WRITERS = 16;
  private static final long BLOCK_BYTES = 1 << 20;
  private static final long USUAL_NANOS = 50_000_000;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** By the clock of the test, which goes faster than that on the wall. */
  private static final long LOOK_NANOS = 250_000_000;

  private final AtomicLong clock = new AtomicLong();
  private final List<FsVolumeSpi> volumes = new ArrayList<>();
  private final Map<FsVolumeSpi, VolumeTraffic> traffic = new HashMap<>();
  private final AtomicBoolean isSlow = new AtomicBoolean();
  private final AtomicBoolean isOver = new AtomicBoolean();
  private final AtomicLong ids = new AtomicLong();
  private final SpeedJudge judge =
      new SpeedJudge(ChoosingKeys.latencySettings(new Configuration(false)));
  private final LatencyAwareVolumeChoosingPolicy<FsVolumeSpi> policy;

  JudgedChoiceStressTest() {
    for (int i = 0; i < VOLUMES; i++) {
      FsVolumeSpi volume = FakeVolume.disk("v" + i, 1L << 40);
      volumes.add(volume);
      traffic.put(volume, new VolumeTraffic(clock::get));
    }
    policy = new LatencyAwareVolumeChoosingPolicy<>(clock::get, this::traffic);
  }

  private VolumeTraffic traffic(FsVolumeSpi volume) {
    return Objects.requireNonNull(traffic.get(volume));
  }

  private Void write() throws Exception {
    Object writer = new Object();
    while (!isOver.get()) {
      FsVolumeSpi volume = policy.chooseVolume(volumes, BLOCK_BYTES, null);
      VolumeTraffic on = traffic(volume);
      ExtendedBlock block = new ExtendedBlock("pool", ids.incrementAndGet(), BLOCK_BYTES, 1);
      OpenBlock open = on.openBlocks().receiving(block, writer);
      open.began(clock.get());
      double started = on.started();
      boolean isLate = volume == volumes.get(0) && isSlow.get();
      long nanos = isLate ? 100 * USUAL_NANOS : USUAL_NANOS;
      Thread.sleep(1);
      open.ended(clock.get(), BLOCK_BYTES);
      on.ended(IoClass.WRITE, BLOCK_BYTES, nanos, started);
      open.synced();
      on.delivered(true, BLOCK_BYTES, (double) nanos);
      on.openBlocks().closed(open);
    }
    return null;
  }

  private Void judge() throws Exception {
    while (!isOver.get()) {
      judge.look(List.of(List.copyOf(traffic.values())), clock.addAndGet(LOOK_NANOS));
      assertThat(policy.status())
          .filteredOn(one -> !one.getState().equals("IN_SERVICE"))
          .hasSizeLessThanOrEqualTo(VOLUMES / 2);
      Thread.sleep(5);
    }
    return null;
  }

  private boolean isFoundSlow() {
    return traffic(volumes.get(0)).speed().isSlow();
  }

  @Test
  void whatIsJudgedIsSeenByAllWritersAndNothingIsLeftBehind() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Future<Void>> running = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        running.add(threads.submit(this::write));
      }
      running.add(threads.submit(this::judge));
      for (int round = 0; round < 5; round++) {
        isSlow.set(true);
        Waits.until("it is found slow", LIMIT, this::isFoundSlow);
        isSlow.set(false);
        long chosen = policy.status().get(0).getChosen();
        Waits.until(
            "it is in use again",
            LIMIT,
            () -> !isFoundSlow() && policy.status().get(0).getChosen() > chosen + 100);
      }
      assertThat(running).noneMatch(Future::isDone);
      isOver.set(true);
      for (Future<Void> one : running) {
        one.get();
      }
    } finally {
      isOver.set(true);
      threads.shutdownNow();
    }
    // Of choices that another one overtook places may be left, which expire
    clock.incrementAndGet();
    traffic.values().forEach(of -> of.openBlocks().expirePlaces(0));
    assertThat(policy.status())
        .allSatisfy(
            status -> {
              assertThat(status.getOpenBlocks()).isZero();
              assertThat(status.getBytesInFlight()).isZero();
            });
  }
}
