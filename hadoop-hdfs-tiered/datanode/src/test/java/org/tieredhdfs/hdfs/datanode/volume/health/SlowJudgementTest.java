package org.tieredhdfs.hdfs.datanode.volume.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.MockVolumes;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;
import org.tieredhdfs.hdfs.datanode.volume.speed.LatencySettings;
import org.tieredhdfs.hdfs.datanode.volume.speed.Speed;
import org.tieredhdfs.hdfs.datanode.volume.writeback.WritebackWatch;
import org.tieredhdfs.hdfs.health.VolumeCondition;

/** How the judge of volumes judges one that is far slower than others, by a clock of the test. */
class SlowJudgementTest {
  private static final long PACE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final LatencySettings SETTINGS =
      new LatencySettings(15, 0.2, 5, 2.5, 0.5, TimeUnit.MINUTES.toNanos(5));

  private final VolumeRegistry registry = new VolumeRegistry(1_000, 100, 30_000, 60);
  private final List<VolumeState> volumes = new ArrayList<>();
  private final ToldPeers peers = new ToldPeers();
  private final AtomicLong ahead = new AtomicLong();
  private final VolumeJudge judge;

  SlowJudgementTest() {
    Configuration conf = new Configuration(false);
    for (int i = 0; i < 4; i++) {
      volumes.add(registry.state(MockVolumes.volume("v" + i)));
    }
    judge =
        new VolumeJudge(
            registry,
            conf,
            new RefusedReaders(10),
            new Suspicions(new Cutoffs(conf), peers, peers::ask, this::nowNanos),
            new WritebackWatch(registry),
            any -> {},
            this::nowNanos);
  }

  private long nowNanos() {
    return System.nanoTime() + ahead.get();
  }

  private VolumeCondition condition() {
    return volumes.get(0).condition();
  }

  /** Each volume syncs twice a second; the first one takes so much longer for it. */
  private void write(int seconds, int slowness) {
    for (int i = 0; i < 2 * seconds; i++) {
      for (VolumeState volume : volumes) {
        boolean isFirst = volume == volumes.get(0);
        volume.traffic().delivered(true, 1 << 20, 1e8 * (isFirst ? slowness : 1));
      }
      pass(2);
    }
  }

  private void pass(int looks) {
    for (int i = 0; i < looks; i++) {
      ahead.addAndGet(PACE_NANOS);
      judge.look(PACE_NANOS);
    }
  }

  @Test
  void aVolumeIsSlowUntilItHasRecovered() {
    registry.judgeSpeed(SETTINGS);
    write(10, 1);
    assertThat(condition()).isEqualTo(VolumeCondition.IN_SERVICE);
    write(10, 20);
    assertThat(condition()).isEqualTo(VolumeCondition.SLOW);
    assertThat(volumes.get(0).traffic().speed().isSlow()).isTrue();
    write(60, 20);
    assertThat(condition()).isEqualTo(VolumeCondition.SLOW);
    write(30, 1);
    assertThat(condition()).isEqualTo(VolumeCondition.IN_SERVICE);
    assertThat(volumes)
        .extracting(volume -> volume.traffic().speed().drops() > 0)
        .containsExactly(true, false, false, false);
  }

  @Test
  void nobodyIsSlowIfNoPolicyGoesByIt() {
    write(60, 20);
    assertThat(condition()).isEqualTo(VolumeCondition.IN_SERVICE);
    assertThat(volumes.get(0).traffic().speed().bytesPerSec()).isPositive();
  }

  /** What is worse is its condition, and the choosing policy leaves it out all the while. */
  @Test
  void aSlowVolumeMayHangToo() {
    registry.judgeSpeed(SETTINGS);
    write(10, 20);
    try (InFlight stuck = volumes.get(0).begin("write", IoClass.WRITE, 0)) {
      pass(4 * 40);
      assertThat(condition()).isEqualTo(VolumeCondition.HUNG);
      assertThat(volumes.get(0).traffic().speed().isSlow()).isTrue();
      stuck.succeeded();
    }
    pass(1);
    assertThat(condition()).isEqualTo(VolumeCondition.SLOW);
  }

  /** So that an idle DataNode costs nothing, and what is judged is up to date when it is not. */
  @Test
  void itSleepsWhileNoCallRunsAndNothingIsLeftToWrite() {
    registry.judgeSpeed(SETTINGS);
    assertThat(judge.isIdle()).isTrue();
    write(10, 20);
    assertThat(condition()).isEqualTo(VolumeCondition.SLOW);
    assertThat(judge.isIdle()).as("its rest may be longer").isTrue();
    try (InFlight call = volumes.get(1).begin("write", IoClass.WRITE, 0)) {
      assertThat(judge.isIdle()).isFalse();
      call.succeeded();
    }
    assertThat(judge.isIdle()).isTrue();
    volumes.get(1).traffic().backlog().settle(nowNanos(), 0);
    volumes.get(1).traffic().ended(IoClass.WRITE, 1_000, 0, volumes.get(1).traffic().started());
    assertThat(judge.isIdle()).as("something is left").isFalse();
    volumes.get(1).traffic().backlog().settle(nowNanos(), 1_000);
    assertThat(judge.isIdle()).isTrue();
    assertThat(volumes.get(0).traffic().speed().state()).isNotEqualTo(Speed.State.IN_SERVICE);
  }
}
