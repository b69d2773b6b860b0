package org.tieredhdfs.hdfs.datanode.volume.speed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.datanode.volume.speed.Recovery.Terms;
import org.tieredhdfs.hdfs.datanode.volume.speed.Recovery.Took;
import org.tieredhdfs.hdfs.datanode.volume.speed.RecoveryWatch.DeviceProbe;

/** When a slow volume is taken back, by a clock that the test turns. */
class RecoveryWatchTest {
  private static final long SEC = TimeUnit.SECONDS.toNanos(1);
  private static final int INTERVAL_SEC = 10;

  /** What a sound disk takes, in ms: eight syncs, and 4 MB. */
  private static final int SMALL_MS = 64;

  private static final int LARGE_MS = 40;

  private final List<Disk> disks = new ArrayList<>();
  private long nowNanos;

  /** A volume, and what the next probes of it take. */
  private final class Disk implements DeviceProbe {
    final VolumeTraffic traffic = new VolumeTraffic(() -> nowNanos);
    final RecoveryWatch watch =
        new RecoveryWatch(
            "v" + disks.size(),
            traffic,
            () -> disks.stream().map(disk -> disk.traffic).toList(),
            this,
            () -> nowNanos);
    int smallMs = SMALL_MS;
    int largeMs = LARGE_MS;
    boolean fails;
    boolean hasNoMemory;
    boolean isReady = true;
    int ended;

    @Override
    public @Nullable Took run() throws IOException {
      if (fails) {
        throw new IOException("no room");
      }
      if (hasNoMemory) {
        throw new OutOfMemoryError("direct buffer");
      }
      if (!isReady) {
        isReady = true;
        return null;
      }
      return new Took(
          TimeUnit.MILLISECONDS.toNanos(smallMs), TimeUnit.MILLISECONDS.toNanos(largeMs));
    }

    @Override
    public void end() {
      ended++;
    }

    void slow(int smallFactor, int largeFactor) {
      smallMs = SMALL_MS * smallFactor;
      largeMs = LARGE_MS * largeFactor;
    }

    void excluded() {
      traffic.recovery().begin(new Terms(2.5, INTERVAL_SEC * SEC));
      traffic.setSlow(true);
    }
  }

  private Disk add() {
    Disk disk = new Disk();
    disks.add(disk);
    return disk;
  }

  /** Adds three that are sound, and returns one more that was found slow. */
  private Disk slowOne(int smallFactor, int largeFactor) {
    for (int i = 0; i < 3; i++) {
      add();
    }
    Disk slow = add();
    slow.slow(smallFactor, largeFactor);
    slow.excluded();
    return slow;
  }

  private void pass(int sec) {
    for (int i = 0; i < sec; i++) {
      nowNanos += SEC;
      disks.forEach(disk -> disk.watch.runIfDue());
    }
  }

  private Disk disk(int number) {
    return Objects.requireNonNull(disks.get(number));
  }

  @Test
  void aDiskThatIsSlowInEitherWayStaysSlow() {
    for (int[] factors : new int[][] {{10, 10}, {10, 1}, {1, 10}, {3, 3}}) {
      disks.clear();
      Disk slow = slowOne(factors[0], factors[1]);
      pass(3600);
      assertThat(slow.traffic.isSlow()).isTrue();
    }
  }

  /** What clients write says nothing, be it ever so fast. */
  @Test
  void writesIntoThePageCacheDoNotEndIt() {
    Disk slow = slowOne(10, 10);
    for (int i = 0; i < 600; i++) {
      slow.traffic.ended(IoClass.WRITE, 8 << 20, 5_000_000, slow.traffic.started());
      slow.traffic.delivered(false, 8 << 20, 5_000_000);
      pass(1);
      assertThat(slow.traffic.isSlow()).isTrue();
    }
  }

  @Test
  void isTakenBackWithinAMinuteOfItsRecoveryAndNotBefore() {
    for (int offsetSec = 0; offsetSec < INTERVAL_SEC; offsetSec++) {
      disks.clear();
      Disk slow = slowOne(10, 10);
      pass(600 + offsetSec);
      assertThat(slow.traffic.isSlow()).isTrue();
      slow.slow(1, 1);
      pass(30);
      assertThat(slow.traffic.isSlow()).isFalse();
    }
  }

  @Test
  void oneThatWasWronglyTakenForSlowIsBackAfterThreeProbes() {
    Disk sound = slowOne(1, 1);
    pass(2 * INTERVAL_SEC);
    assertThat(sound.traffic.isSlow()).isTrue();
    pass(INTERVAL_SEC);
    assertThat(sound.traffic.isSlow()).isFalse();
  }

  @Test
  void toMakeReadyForProbesTakesNoIntervalOfItsOwn() {
    Disk sound = slowOne(1, 1);
    disks.forEach(disk -> disk.isReady = false);
    pass(2 * INTERVAL_SEC + INTERVAL_SEC / 4 + 2);
    assertThat(sound.traffic.isSlow()).isFalse();
  }

  @Test
  void oneGoodProbeAmongBadOnesDoesNotEndIt() {
    Disk slow = slowOne(10, 10);
    for (int i = 0; i < 300; i++) {
      slow.slow(i % 3 == 0 ? 1 : 10, i % 3 == 0 ? 1 : 10);
      pass(INTERVAL_SEC);
      assertThat(slow.traffic.isSlow()).isTrue();
    }
  }

  /** One in three probes of a peer meets a device that has nothing else to do. */
  @Test
  void peersThatAreBusyMostOfTheTimeMakeASlowOneLookNoFaster() {
    Disk slow = slowOne(10, 10);
    for (int i = 0; i < 300; i++) {
      for (int peer = 0; peer < 3; peer++) {
        boolean isBusy = (i + peer) % 3 != 0;
        disk(peer).slow(isBusy ? 20 : 1, isBusy ? 20 : 1);
      }
      pass(INTERVAL_SEC);
      assertThat(slow.traffic.isSlow()).isTrue();
    }
  }

  /** The thread that probes reads the volume's free space, too, and writes canaries. */
  @Test
  void aProbeWithoutMemoryDoesNotEndTheThread() {
    Disk slow = slowOne(1, 1);
    slow.hasNoMemory = true;
    pass(60);
    assertThat(slow.traffic.isSlow()).isTrue();
    slow.hasNoMemory = false;
    pass(60);
    assertThat(slow.traffic.isSlow()).isFalse();
  }

  @Test
  void probesThatFailTellNothing() {
    Disk slow = slowOne(1, 1);
    slow.fails = true;
    pass(600);
    assertThat(slow.traffic.isSlow()).isTrue();
    for (int peer = 0; peer < 3; peer++) {
      disk(peer).fails = true;
    }
    // Until what they took before is too old
    pass(150);
    slow.fails = false;
    pass(600);
    assertThat(slow.traffic.isSlow()).as("nothing to compare with").isTrue();
    disk(1).fails = false;
    pass(3 * INTERVAL_SEC);
    assertThat(slow.traffic.isSlow()).isFalse();
  }

  @Test
  void peersThatHangOrAreSlowThemselvesAreNotComparedWith() {
    Disk slow = slowOne(10, 10);
    disk(0).slow(10, 10);
    disk(0).traffic.setHung(true);
    disk(1).slow(10, 10);
    disk(1).excluded();
    pass(600);
    assertThat(slow.traffic.isSlow()).isTrue();
    assertThat(disk(1).traffic.isSlow()).isTrue();
  }

  @Test
  void nothingEndsItWhileAllPeersHang() {
    Disk slow = slowOne(1, 1);
    for (int peer = 0; peer < 3; peer++) {
      disk(peer).traffic.setHung(true);
    }
    pass(600);
    assertThat(slow.traffic.isSlow()).isTrue();
    disk(2).traffic.setHung(false);
    pass(3 * INTERVAL_SEC);
    assertThat(slow.traffic.isSlow()).isFalse();
  }

  @Test
  void theOnlyVolumeLeftIsTakenBack() {
    Disk slow = slowOne(10, 10);
    pass(600);
    disks.removeIf(disk -> disk != slow);
    pass(INTERVAL_SEC);
    assertThat(slow.traffic.isSlow()).isFalse();
  }

  @Test
  void nobodyIsProbedWhileNoneIsSlow() {
    Disk slow = slowOne(10, 10);
    pass(60);
    assertThat(disk(0).traffic.recovery().probes()).isBetween(5, 7);
    slow.slow(1, 1);
    pass(60);
    int probes = disk(0).traffic.recovery().probes();
    pass(600);
    assertThat(disk(0).traffic.recovery().probes()).isEqualTo(probes);
    assertThat(disks).extracting(disk -> disk.ended).containsOnly(1);
  }
}
