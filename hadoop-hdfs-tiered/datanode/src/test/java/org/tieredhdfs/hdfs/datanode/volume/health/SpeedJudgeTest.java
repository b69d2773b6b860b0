package org.tieredhdfs.hdfs.datanode.volume.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.datanode.volume.speed.LatencySettings;
import org.tieredhdfs.hdfs.datanode.volume.speed.OpenBlock;
import org.tieredhdfs.hdfs.datanode.volume.speed.Speed.State;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;

/** When the judge drops volumes of one type for their speed, and takes them back. */
class SpeedJudgeTest {
  private static final long MB = 1 << 20;
  private static final double USUAL_MS = 5;
  private static final double SLOW_MS = 500;

  private final AtomicLong clock = new AtomicLong();
  private final List<VolumeTraffic> volumes = new ArrayList<>();
  private final SpeedJudge judge =
      new SpeedJudge(new LatencySettings(15, 0.2, 5, 2.5, 0.5, TimeUnit.MINUTES.toNanos(5)));

  private void add(int count) {
    for (int i = 0; i < count; i++) {
      volumes.add(new VolumeTraffic(clock::get));
    }
  }

  private State state(int volume) {
    return volumes.get(volume).speed().state();
  }

  private boolean isSlow(int volume) {
    return volumes.get(volume).speed().isSlow();
  }

  private void look() {
    clock.addAndGet(SpeedJudge.INTERVAL_NANOS);
    judge.look(List.of(volumes), clock.get());
  }

  /** All volumes take small syncs for a while, the first ones slowly; none that is dropped. */
  private void sync(double seconds, int slow) {
    for (double sec = 0; sec < seconds; sec += SpeedJudge.INTERVAL_NANOS / 1e9) {
      for (int i = 0; i < volumes.size(); i++) {
        if (state(i) != State.DROPPED) {
          volumes.get(i).delivered(true, 4096, 1e6 * (i < slow ? SLOW_MS : USUAL_MS));
          volumes.get(i).delivered(true, MB, 1e8);
        }
      }
      look();
    }
  }

  /** How long it takes until a condition holds. */
  private double secUntil(State wanted, int slow) {
    long startNanos = clock.get();
    while (state(0) != wanted) {
      sync(SpeedJudge.INTERVAL_NANOS / 1e9, slow);
      assertThat(clock.get() - startNanos).isLessThan(TimeUnit.MINUTES.toNanos(10));
    }
    return (clock.get() - startNanos) / 1e9;
  }

  private double restSec(int slow) {
    secUntil(State.DROPPED, slow);
    return secUntil(State.ON_TRIAL, slow);
  }

  @Test
  void eachRestIsTwiceAsLongUpToALimit() {
    add(4);
    sync(10, 0);
    assertThat(restSec(1)).isCloseTo(5, within(0.3));
    assertThat(restSec(1)).isCloseTo(10, within(0.3));
    assertThat(restSec(1)).isCloseTo(20, within(0.3));
    assertThat(restSec(1)).isCloseTo(20, within(0.3));
    assertThat(volumes.get(0).speed().drops()).isEqualTo(4);
  }

  @Test
  void aVolumeThatDidWellForAWhileBeginsAnew() {
    add(4);
    sync(10, 0);
    assertThat(restSec(1)).isCloseTo(5, within(0.3));
    assertThat(restSec(1)).isCloseTo(10, within(0.3));
    secUntil(State.IN_SERVICE, 0);
    sync(60, 0);
    assertThat(restSec(1)).as("soon after").isCloseTo(20, within(0.3));
    secUntil(State.IN_SERVICE, 0);
    sync(200, 0);
    assertThat(restSec(1)).as("after it did well").isCloseTo(5, within(0.3));
  }

  @Test
  void aVolumeThatDoesItsTrialAsItsPeersIsInServiceAtOnce() {
    add(4);
    sync(10, 0);
    restSec(1);
    assertThat(isSlow(0)).isTrue();
    assertThat(secUntil(State.IN_SERVICE, 0)).isLessThan(5);
    sync(300, 0);
    assertThat(volumes.get(0).speed().drops()).isEqualTo(1);
  }

  @Test
  void whatItDidBeforeItsTrialIsForgotten() {
    add(4);
    sync(10, 0);
    secUntil(State.DROPPED, 1);
    // What its writers had begun comes to an end while it rests
    volumes.get(0).delivered(true, 4096, 30e9);
    secUntil(State.ON_TRIAL, 0);
    secUntil(State.IN_SERVICE, 0);
    assertThat(volumes.get(0).speed().drops()).isEqualTo(1);
  }

  /** Else its replicas would be copied again and again, as often as its writers pause. */
  @Test
  void aVolumeThatIsAskedNothingIsInServiceOnlyBeforeItIsReplaced() {
    add(4);
    sync(10, 0);
    secUntil(State.ON_TRIAL, 1);
    for (int i = 0; i < 4 * 470; i++) {
      look();
      assertThat(isSlow(0)).isTrue();
    }
    for (int i = 0; i < 4 * 20; i++) {
      look();
    }
    assertThat(state(0)).isEqualTo(State.IN_SERVICE);
  }

  @Test
  void aVolumeWhoseWorkCannotBeComparedIsInServiceWhenItHasWorkedForAMinute() {
    add(4);
    sync(10, 0);
    secUntil(State.ON_TRIAL, 1);
    for (int i = 0; i < 4 * 70; i++) {
      volumes.forEach(volume -> volume.delivered(false, MB, 1e6));
      look();
    }
    assertThat(state(0)).isEqualTo(State.IN_SERVICE);
  }

  @Test
  void oneLateSyncDoesNotFailATrial() {
    add(4);
    sync(10, 0);
    secUntil(State.ON_TRIAL, 1);
    for (int i = 0; i < 8; i++) {
      look();
    }
    volumes.get(0).delivered(true, 4096, 1.5e9);
    look();
    assertThat(state(0)).isEqualTo(State.ON_TRIAL);
    secUntil(State.IN_SERVICE, 0);
    assertThat(volumes.get(0).speed().drops()).isEqualTo(1);
  }

  @Test
  void volumesThatHangAreAmongThoseLeftOut() {
    add(4);
    sync(10, 0);
    volumes.get(2).setHung(true);
    volumes.get(3).setHung(true);
    for (int i = 0; i < 100; i++) {
      sync(0.5, 1);
      assertThat(isSlow(0)).isFalse();
    }
  }

  /** As after a night in which nobody synced. */
  @Test
  void whatWasMeasuredLongAgoIsForgottenAndNoLongerCompared() {
    add(4);
    sync(10, 0);
    for (int i = 0; i < 20_000; i++) {
      clock.addAndGet(TimeUnit.SECONDS.toNanos(2));
      look();
    }
    for (int i = 0; i < 100; i++) {
      volumes.get(0).delivered(true, 4096, 1e6 * USUAL_MS);
      look();
    }
    assertThat(volumes.get(0).speed().weight()).isEqualTo(1);
  }

  /** To the NameNode it is slow without a break, so that its replicas can be replaced. */
  @Test
  void aVolumeThatStaysSlowIsSlowDuringItsTrialsToo() {
    add(4);
    sync(10, 0);
    secUntil(State.DROPPED, 1);
    for (int i = 0; i < 600; i++) {
      sync(1, 1);
      assertThat(isSlow(0)).isTrue();
    }
  }

  /** Files that are not synced are written to memory: its device shows that it is slow still. */
  @Test
  void aVolumeWithASlowDeviceStaysOnTrialAlthoughNothingIsSynced() {
    add(4);
    sync(10, 0);
    secUntil(State.ON_TRIAL, 1);
    for (int i = 0; i < 4 * 300; i++) {
      for (VolumeTraffic volume : volumes) {
        volume.deviceWrote(volume == volumes.get(0) ? MB / 10 : MB, 200_000_000);
      }
      look();
      assertThat(isSlow(0)).isTrue();
    }
    for (int i = 0; i < 4 * 70; i++) {
      volumes.forEach(volume -> volume.deviceWrote(MB, 200_000_000));
      look();
    }
    assertThat(isSlow(0)).isFalse();
  }

  @Test
  void atMostHalfOfATypeDropsOut() {
    for (int count = 1; count <= 6; count++) {
      volumes.clear();
      add(count);
      sync(10, 0);
      for (int i = 0; i < 600; i++) {
        sync(0.5, count / 2 + 1);
        assertThat(volumes.stream().filter(one -> one.speed().isSlow()).count())
            .isLessThanOrEqualTo(count / 2);
      }
    }
  }

  private static void close(VolumeTraffic volume, AtomicLong clock, long bytes, double waitSec) {
    OpenBlock open = volume.openBlocks().receiving(new ExtendedBlock("p", 1, 128 * MB, 1), "w");
    open.began(clock.get());
    open.ended(clock.addAndGet((long) (waitSec * 1e9)), bytes);
    volume.openBlocks().closed(open);
  }

  private double usualMb() {
    look();
    return volumes.get(1).openBlocks().expectedBytes(128 * MB) / MB;
  }

  @Test
  void aFloodOfTinyBlocksHardlyChangesWhatIsUsual() {
    add(2);
    assertThat(usualMb()).isEqualTo(128);
    for (int i = 0; i < 10; i++) {
      close(volumes.get(0), clock, 40 * MB, 8);
    }
    for (int i = 0; i < 1000; i++) {
      close(volumes.get(0), clock, 1000, 0.001);
    }
    assertThat(usualMb()).isCloseTo(40, within(0.1));
  }

  @Test
  void whatWasClosedLongAgoCountsForLessAndIsNotForgotten() {
    add(2);
    close(volumes.get(0), clock, 100 * MB, 2);
    assertThat(usualMb()).isCloseTo(100, within(0.1));
    clock.addAndGet(TimeUnit.HOURS.toNanos(1));
    assertThat(usualMb()).isCloseTo(100, within(0.1));
    close(volumes.get(0), clock, 10 * MB, 2);
    clock.addAndGet(TimeUnit.MINUTES.toNanos(20));
    assertThat(usualMb()).isBetween(10.0, 11.0);
  }
}
