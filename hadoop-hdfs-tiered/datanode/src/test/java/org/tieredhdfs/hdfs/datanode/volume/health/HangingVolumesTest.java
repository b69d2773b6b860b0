package org.tieredhdfs.hdfs.datanode.volume.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.MockVolumes;
import org.tieredhdfs.hdfs.datanode.volume.TieredVolumes;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;
import org.tieredhdfs.hdfs.datanode.volume.writeback.WritebackWatch;
import org.tieredhdfs.waits.Waits;

/** Which volumes hang, and which of them are out of use. */
class HangingVolumesTest {
  private static final long TIMEOUT_MS = 200;

  private final VolumeRegistry registry = new VolumeRegistry(100, 100, TIMEOUT_MS, 60);
  private final FsVolumeSpi volume = MockVolumes.volume("v1");
  private final VolumeState state = registry.state(volume);
  private final ToldPeers peers = new ToldPeers();
  private final VolumeJudge judge = judge(registry, System::nanoTime);
  private final CountDownLatch end = new CountDownLatch(1);
  private final List<Thread> threads = new ArrayList<>();

  private VolumeJudge judge(VolumeRegistry judged, LongSupplier clock) {
    Configuration conf = new Configuration(false);
    conf.set("dfs.tiered.volume.hang.timeout", TIMEOUT_MS + "ms");
    conf.set("dfs.tiered.volume.hang.check.interval", "10ms");
    return new VolumeJudge(
        judged,
        conf,
        new RefusedReaders(10),
        new Suspicions(new Cutoffs(conf), peers, peers::ask, clock),
        new WritebackWatch(judged),
        any -> {},
        clock);
  }

  @AfterEach
  void endCalls() throws Exception {
    end.countDown();
    for (Thread thread : threads) {
      thread.join(5_000);
    }
  }

  private void startIo(IoClass ioClass, long bytes) throws Exception {
    startIo(state, ioClass, bytes);
  }

  private void startIo(VolumeState on, IoClass ioClass, long bytes) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    Thread thread =
        new Thread(
            () -> {
              try (InFlight io = on.begin(ioClass.name(), ioClass, bytes)) {
                begun.countDown();
                end.await();
                io.succeeded();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "I/O of " + ioClass);
    threads.add(thread);
    thread.start();
    begun.await();
  }

  private void quickIo(IoClass ioClass) {
    try (InFlight io = state.begin("quick", ioClass, 0)) {
      io.succeeded();
    }
  }

  private boolean isHungAfter(long waitMs) throws Exception {
    Thread.sleep(waitMs);
    judge.look(TimeUnit.MINUTES.toNanos(1));
    return state.isHung();
  }

  @Test
  void aCallThatDoesNotComeBackIsAHangUntilItDoes() throws Exception {
    startIo(IoClass.WRITE, 0);
    assertThat(isHungAfter(TIMEOUT_MS + 50)).isTrue();
    assertThat(state.judgement().areReadsStuck()).isFalse();
    assertThat(Objects.requireNonNull(state.judgement().hang()).report())
        .contains("WRITE")
        .contains("I/O of WRITE")
        .contains("CountDownLatch.await");
    assertThat(isHungAfter(10)).isTrue();
    assertThat(state.metrics().hangs.value()).isEqualTo(1);
    TieredVolumes shown = new TieredVolumes(registry);
    assertThat(shown.getHungVolumeCount()).isEqualTo(1);
    assertThat(shown.getHungVolumeMs().get(state.path())).isGreaterThanOrEqualTo(TIMEOUT_MS);
    assertThat(shown.getStuckOperations()).containsKey(state.path());
    endCalls();
    assertThat(isHungAfter(0)).isFalse();
    assertThat(shown.getHungVolumeCount()).isZero();
  }

  @Test
  void timeInWhichTheProcessWasStoppedIsNoTimeOfACall() throws Exception {
    AtomicLong stoppedNanos = new AtomicLong();
    VolumeJudge stopped = judge(registry, () -> System.nanoTime() + stoppedNanos.get());
    startIo(IoClass.WRITE, 0);
    stoppedNanos.addAndGet(TimeUnit.MINUTES.toNanos(1));
    stopped.look(TimeUnit.MILLISECONDS.toNanos(10));
    assertThat(state.isHung()).isFalse();
    Waits.until(
        "the call hangs without a pause",
        Duration.ofMinutes(1),
        () -> {
          stopped.look(TimeUnit.MILLISECONDS.toNanos(10));
          return state.isHung();
        });
  }

  @Test
  void aCallThatHasTimeLeftIsNoHang() throws Exception {
    VolumeRegistry patient = new VolumeRegistry(100, 100, TimeUnit.HOURS.toMillis(1), 60);
    VolumeState other = patient.state(volume);
    startIo(other, IoClass.WRITE, 0);
    Thread.sleep(TIMEOUT_MS);
    judge(patient, System::nanoTime).look(TimeUnit.MINUTES.toNanos(1));
    assertThat(other.isHung()).isFalse();
  }

  @Test
  void aVolumeOnWhichLaterCallsOfTheSameKindComeBackIsOnlySlow() throws Exception {
    startIo(IoClass.SYNC, 0);
    quickIo(IoClass.SYNC);
    assertThat(isHungAfter(TIMEOUT_MS + 50)).isFalse();
  }

  @Test
  void readsThatComeBackDoNotExcuseWritesThatDoNot() throws Exception {
    startIo(IoClass.WRITE, 0);
    quickIo(IoClass.READ);
    quickIo(IoClass.COPY);
    assertThat(isHungAfter(TIMEOUT_MS + 50)).isTrue();
  }

  @Test
  void readsAreRefusedOnlyWhenReadsAreStuck() throws Exception {
    startIo(IoClass.SYNC, 0);
    assertThat(isHungAfter(TIMEOUT_MS + 50)).isTrue();
    assertThat(state.judgement().areReadsStuck()).isFalse();
    startIo(IoClass.READ, 0);
    assertThat(isHungAfter(TIMEOUT_MS + 50)).isTrue();
    assertThat(state.judgement().areReadsStuck()).isTrue();
    assertThat(Objects.requireNonNull(state.judgement().hang()).report()).startsWith("SYNC");
  }

  @Test
  void copiesOfWholeFilesGetTimeForTheirSize() throws Exception {
    startIo(IoClass.WRITE, 1_000_000_000L);
    assertThat(isHungAfter(TIMEOUT_MS + 50)).isFalse();
  }

  @Test
  void aCallThatFailedIsNoHangAndNoSignThatOthersComeBack() throws Exception {
    startIo(IoClass.SYNC, 0);
    try (InFlight failed = state.begin("failed", IoClass.SYNC, 0)) {
      assertThat(failed.isDone()).isFalse();
    }
    assertThat(isHungAfter(TIMEOUT_MS + 50)).isTrue();
    endCalls();
    assertThat(isHungAfter(0)).isFalse();
    assertThat(state.threads()).isZero();
  }

  @Test
  void theOnlyVolumeOfATypeIsOutOfUseOnlyIfMostOtherDataNodesHaveOneThatAnswers() throws Exception {
    peers.areMostAnswering = false;
    startIo(IoClass.WRITE, 0);
    assertThat(isHungAfter(TIMEOUT_MS + 50)).isTrue();
    assertThat(state.judgement().isHidden()).isFalse();
    peers.areMostAnswering = true;
    assertThat(isHungAfter(0)).isTrue();
    assertThat(state.judgement().isHidden()).isTrue();
  }

  @Test
  void atMostHalfOfTheVolumesOfATypeAreOutOfUse() throws Exception {
    List<VolumeState> volumes = new ArrayList<>(List.of(state));
    for (int i = 2; i <= 5; i++) {
      volumes.add(registry.state(MockVolumes.volume("v" + i)));
    }
    for (VolumeState hanging : volumes.subList(0, 4)) {
      startIo(hanging, IoClass.WRITE, 0);
    }
    assertThat(isHungAfter(TIMEOUT_MS + 50)).isTrue();
    assertThat(volumes.subList(0, 4)).allMatch(VolumeState::isHung);
    List<VolumeState> hidden = volumes.stream().filter(one -> one.judgement().isHidden()).toList();
    assertThat(hidden).hasSize(2);
    judge.look(TimeUnit.MINUTES.toNanos(1));
    assertThat(hidden).as("they stay the same").allMatch(one -> one.judgement().isHidden());
  }
}
