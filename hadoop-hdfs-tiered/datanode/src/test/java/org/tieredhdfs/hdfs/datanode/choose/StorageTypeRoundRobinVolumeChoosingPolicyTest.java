package org.tieredhdfs.hdfs.datanode.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.util.DiskChecker.DiskOutOfSpaceException;
import org.apache.hadoop.util.ReflectionUtils;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

class StorageTypeRoundRobinVolumeChoosingPolicyTest {
  private static final long GB = 1L << 30;
  private static final SpaceLimits LIMITS =
      new SpaceLimits(
          0,
          TimeUnit.SECONDS.toNanos(1),
          TimeUnit.SECONDS.toNanos(10),
          TimeUnit.MILLISECONDS.toNanos(250));

  private final AtomicLong nowNanos = new AtomicLong(1);
  private final StorageTypeRoundRobinVolumeChoosingPolicy<FsVolumeSpi> policy =
      new StorageTypeRoundRobinVolumeChoosingPolicy<>(
          LIMITS, nowNanos::incrementAndGet, Runnable::run);

  private static List<FsVolumeSpi> disks(long... availableBytes) {
    List<FsVolumeSpi> volumes = new ArrayList<>();
    for (long bytes : availableBytes) {
      volumes.add(FakeVolume.disk("d" + volumes.size(), bytes));
    }
    return volumes;
  }

  private Map<FsVolumeSpi, Integer> choose(int times, List<FsVolumeSpi> volumes, long blockBytes)
      throws IOException {
    Map<FsVolumeSpi, Integer> counts = new HashMap<>();
    for (int i = 0; i < times; i++) {
      counts.merge(policy.chooseVolume(volumes, blockBytes, null), 1, Integer::sum);
    }
    return counts;
  }

  private static int spread(Map<FsVolumeSpi, Integer> counts) {
    return Collections.max(counts.values()) - Collections.min(counts.values());
  }

  @Test
  void goesRoundTheVolumesAndPassesOverThoseWithoutRoom() throws IOException {
    List<FsVolumeSpi> volumes = disks(100, 200);
    assertThat(policy.chooseVolume(volumes, 0, null)).isSameAs(volumes.get(0));
    assertThat(policy.chooseVolume(volumes, 0, null)).isSameAs(volumes.get(1));
    assertThat(policy.chooseVolume(volumes, 0, null)).isSameAs(volumes.get(0));
    assertThat(policy.chooseVolume(volumes, 0, null)).isSameAs(volumes.get(1));
    assertThat(policy.chooseVolume(volumes, 150, null)).isSameAs(volumes.get(1));
  }

  @Test
  void takesVolumesThatTellNothingOfThemselves() throws IOException {
    List<FsVolumeSpi> volumes = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      FsVolumeSpi volume = Mockito.mock(FsVolumeSpi.class);
      Mockito.when(volume.getAvailable()).thenReturn(100L);
      volumes.add(volume);
    }
    assertThat(policy.chooseVolume(volumes, 0, null)).isSameAs(volumes.get(0));
    assertThat(policy.chooseVolume(volumes, 0, null)).isSameAs(volumes.get(1));
  }

  @Test
  void refusesABlockNamingSizesAndTheRoomiestVolume() {
    List<FsVolumeSpi> volumes = disks(500, 600);
    assertThatThrownBy(() -> policy.chooseVolume(volumes, 700, null))
        .isInstanceOf(DiskOutOfSpaceException.class)
        .hasMessageContaining("DISK")
        .hasMessageContaining("700 bytes")
        .hasMessageContaining("600 bytes, on file:/d1");
    assertThatThrownBy(() -> policy.chooseVolume(volumes, Long.MAX_VALUE, null))
        .isInstanceOf(DiskOutOfSpaceException.class);
    assertThatThrownBy(() -> policy.chooseVolume(List.of(), 1, null))
        .isInstanceOf(DiskOutOfSpaceException.class);
  }

  @Test
  void keepsTheConfiguredSpaceFree() throws IOException {
    Configuration conf = new Configuration(false);
    conf.set(ChoosingKeys.ADDITIONAL_SPACE.name(), "100");
    StorageTypeRoundRobinVolumeChoosingPolicy<FsVolumeSpi> configured = plugIn(conf);
    List<FsVolumeSpi> volumes = disks(100, 200);
    assertThat(configured.chooseVolume(volumes, 0, null)).isSameAs(volumes.get(1));
    assertThat(configured.chooseVolume(volumes, 0, null)).isSameAs(volumes.get(1));
    assertThatThrownBy(() -> configured.chooseVolume(volumes, 100, null))
        .isInstanceOf(DiskOutOfSpaceException.class);
    assertThat(configured.getConf()).isSameAs(conf);
  }

  @SuppressWarnings("unchecked") // a class literal has no type argument
  private static StorageTypeRoundRobinVolumeChoosingPolicy<FsVolumeSpi> plugIn(Configuration conf) {
    return ReflectionUtils.newInstance(StorageTypeRoundRobinVolumeChoosingPolicy.class, conf);
  }

  @Test
  void countsEachStorageTypeForItself() throws IOException {
    List<FsVolumeSpi> disks = disks(GB, GB);
    List<FsVolumeSpi> ssds =
        List.of(
            new FakeVolume("s0", StorageType.SSD, GB), new FakeVolume("s1", StorageType.SSD, GB));
    assertThat(policy.chooseVolume(disks, 0, null)).isSameAs(disks.get(0));
    assertThat(policy.chooseVolume(ssds, 0, null)).isSameAs(ssds.get(0));
    assertThat(policy.chooseVolume(ssds, 0, null)).isSameAs(ssds.get(1));
    assertThat(policy.chooseVolume(disks, 0, null)).isSameAs(disks.get(1));
    assertThat(policy.chooseVolume(ssds, 0, null)).isSameAs(ssds.get(0));
  }

  @Test
  void isEvenWhateverTheOrderOfTheList() throws IOException {
    List<FsVolumeSpi> volumes = disks(GB, GB, GB, GB, GB);
    Random random = new Random(42);
    Map<FsVolumeSpi, Integer> counts = new HashMap<>();
    volumes.forEach(volume -> counts.put(volume, 0));
    for (int i = 0; i < 1003; i++) {
      List<FsVolumeSpi> shuffled = new ArrayList<>(volumes);
      Collections.shuffle(shuffled, random);
      counts.merge(policy.chooseVolume(shuffled, 1, null), 1, Integer::sum);
      assertThat(spread(counts)).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void isEvenFromAnyMomentWhileTheSameVolumesHaveRoom() throws IOException {
    List<FsVolumeSpi> volumes = disks(GB, GB, GB, GB);
    choose(7, volumes, 1);
    ((FakeVolume) volumes.get(2)).setAvailable(0);
    nowNanos.addAndGet(LIMITS.refreshNanos());
    Map<FsVolumeSpi, Integer> three = choose(101, volumes, 1);
    assertThat(three).hasSize(3).doesNotContainKey(volumes.get(2));
    assertThat(spread(three)).isLessThanOrEqualTo(1);
    ((FakeVolume) volumes.get(2)).setAvailable(GB);
    nowNanos.addAndGet(LIMITS.refreshNanos());
    Map<FsVolumeSpi, Integer> four = choose(101, volumes, 1);
    assertThat(four).hasSize(4);
    assertThat(spread(four)).isLessThanOrEqualTo(1);
  }

  @Test
  void blocksOfTwoSizesInTurnDoNotMissTheSameVolumeEachTime() throws IOException {
    List<FsVolumeSpi> volumes = disks(GB, GB, 1000);
    Map<FsVolumeSpi, Integer> small = new HashMap<>();
    Map<FsVolumeSpi, Integer> large = new HashMap<>();
    for (int i = 0; i < 300; i++) {
      small.merge(policy.chooseVolume(volumes, 0, null), 1, Integer::sum);
      large.merge(policy.chooseVolume(volumes, 2000, null), 1, Integer::sum);
    }
    assertThat(small).hasSize(3);
    assertThat(spread(small)).isLessThanOrEqualTo(1);
    assertThat(large).hasSize(2);
    assertThat(spread(large)).isLessThanOrEqualTo(1);
  }

  @Test
  void aVolumeThatComesTakesItsTurnAndOneThatGoesLeavesNoGap() throws IOException {
    List<FsVolumeSpi> volumes = disks(GB, GB, GB);
    choose(4, volumes, 1);
    volumes.add(FakeVolume.disk("new", GB));
    Map<FsVolumeSpi, Integer> four = choose(40, volumes, 1);
    assertThat(four.values()).containsOnly(10);
    volumes.remove(1);
    Map<FsVolumeSpi, Integer> three = choose(30, volumes, 1);
    assertThat(three.values()).containsOnly(10);
  }

  @Test
  void asksTheFileSystemOnceARefreshIntervalNotOnceAChoice() throws IOException {
    List<FsVolumeSpi> volumes = disks(GB, GB);
    choose(10_000, volumes, 1);
    assertThat(((FakeVolume) volumes.get(0)).asked()).isEqualTo(1);
    nowNanos.addAndGet(LIMITS.refreshNanos());
    choose(10_000, volumes, 1);
    assertThat(((FakeVolume) volumes.get(0)).asked()).isEqualTo(2);
  }

  @Test
  void doesNotGiveTheSameSpaceAwayTwiceBetweenRefreshes() throws IOException {
    List<FsVolumeSpi> volumes = disks(GB, 350);
    FakeVolume small = (FakeVolume) volumes.get(1);
    int chosen = 0;
    for (int i = 0; i < 20; i++) {
      if (policy.chooseVolume(volumes, 100, null) == small) {
        chosen++;
        // As a dataset does: what is promised to a block is no longer available.
        small.setAvailable(350 - 100L * chosen);
      }
    }
    assertThat(chosen).isEqualTo(3);
  }

  @Test
  void measuresAVolumeAnewBeforePassingItOverForClaimsOnly() throws IOException {
    // Many small files, each declared to be as long as a block: nothing of it is used in the end.
    List<FsVolumeSpi> volumes = disks(1000, 1000);
    Map<FsVolumeSpi, Integer> counts = choose(101, volumes, 300);
    assertThat(counts).hasSize(2);
    assertThat(spread(counts)).isEqualTo(1);
  }

  @Test
  void aVolumeThatFailsToAnswerIsPassedOverAndNamedWhenNoneIsLeft() throws IOException {
    List<FsVolumeSpi> volumes = disks(GB, GB);
    ((FakeVolume) volumes.get(0)).fail(new IOException("bad sector"));
    assertThat(choose(10, volumes, 1)).containsOnlyKeys(volumes.get(1));
    ((FakeVolume) volumes.get(1)).setAvailable(0);
    nowNanos.addAndGet(LIMITS.refreshNanos());
    assertThatThrownBy(() -> policy.chooseVolume(volumes, 1, null))
        .isInstanceOf(DiskOutOfSpaceException.class)
        .hasMessageContaining("file:/d0 failed to tell its free space")
        .hasMessageContaining("bad sector");
  }

  @Test
  void roomThatCameBackIsSeenBeforeABlockIsRefused() throws IOException {
    List<FsVolumeSpi> volumes = disks(0, 0);
    assertThatThrownBy(() -> policy.chooseVolume(volumes, 1, null))
        .isInstanceOf(DiskOutOfSpaceException.class);
    ((FakeVolume) volumes.get(1)).setAvailable(GB);
    nowNanos.incrementAndGet();
    assertThat(policy.chooseVolume(volumes, 1, null)).isSameAs(volumes.get(1));
  }

  @Test
  void aVolumeThatItsDatasetCallsHungIsLeftOutUntilItIsNot() throws IOException {
    List<FsVolumeSpi> volumes = disks(GB, GB);
    VolumeLoad.shared().setHung(volumes.get(0), true);
    assertThat(choose(10, volumes, 1)).containsOnlyKeys(volumes.get(1));
    VolumeLoad.shared().setHung(volumes.get(1), true);
    assertThatThrownBy(() -> policy.chooseVolume(volumes, 1, null))
        .isInstanceOf(DiskOutOfSpaceException.class)
        .hasMessageContaining("file:/d0 hangs");
    VolumeLoad.shared().setHung(volumes.get(0), false);
    VolumeLoad.shared().setHung(volumes.get(1), false);
    assertThat(choose(10, volumes, 1).values()).containsOnly(5);
  }
}
