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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.util.DiskChecker.DiskOutOfSpaceException;
import org.apache.hadoop.util.ReflectionUtils;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;

class StorageTypeRoundRobinVolumeChoosingPolicyTest {
  private static final long GB = 1L << 30;
  private final StorageTypeRoundRobinVolumeChoosingPolicy<FsVolumeSpi> policy =
      new StorageTypeRoundRobinVolumeChoosingPolicy<>();

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

  @Test
  void ofHadoopsDefaultASmallVolumeKeepsA64thFree() throws IOException {
    StorageTypeRoundRobinVolumeChoosingPolicy<FsVolumeSpi> configured = plugIn(new Configuration());
    FsVolumeImpl ramDisk = Mockito.mock(FsVolumeImpl.class);
    Mockito.when(ramDisk.getCapacity()).thenReturn(64 * 1000L);
    Mockito.when(ramDisk.getAvailable()).thenReturn(3000L);
    assertThat(configured.chooseVolume(List.of(ramDisk), 1999, null)).isSameAs(ramDisk);
    assertThatThrownBy(() -> configured.chooseVolume(List.of(ramDisk), 2000, null))
        .isInstanceOf(DiskOutOfSpaceException.class)
        .hasMessageContaining("plus 1000 bytes to keep");
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
    Map<FsVolumeSpi, Integer> three = choose(101, volumes, 1);
    assertThat(three).hasSize(3).doesNotContainKey(volumes.get(2));
    assertThat(spread(three)).isLessThanOrEqualTo(1);
    ((FakeVolume) volumes.get(2)).setAvailable(GB);
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
    // What the large ones leave to the third volume, the small ones make up for
    assertThat(small).hasSize(3);
    assertThat(small.getOrDefault(volumes.get(2), 0)).isGreaterThanOrEqualTo(100);
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
  void doesNotGiveTheSameSpaceAwayTwiceBeforeItsBlockIsOpen() throws IOException {
    VolumeRegistry registry = new VolumeRegistry(100, 100, 30_000, 60);
    policy.use(registry);
    List<FsVolumeSpi> volumes = disks(GB, 350);
    assertThat(choose(20, volumes, 100)).containsEntry(volumes.get(1), 3);
    for (int i = 0; i < 3; i++) {
      // The dataset has reserved the space by then; here nothing has
      registry.state(volumes.get(1)).traffic().openBlocks().opened(new ExtendedBlock("p", i, 1, 1));
    }
    assertThat(choose(20, volumes, 100)).containsEntry(volumes.get(1), 3);
  }

  @Test
  void volumesThatComeHaveTheirTurnAfterThoseThatAreThere() throws IOException {
    List<FsVolumeSpi> volumes = disks(GB, GB);
    choose(4, volumes, 1);
    volumes.add(FakeVolume.disk("new1", GB));
    volumes.add(FakeVolume.disk("new2", GB));
    for (int i : new int[] {0, 1, 2, 3, 0}) {
      assertThat(policy.chooseVolume(volumes, 1, null)).isSameAs(volumes.get(i));
    }
  }

  @Test
  void aVolumeThatFailsToAnswerIsPassedOverAndNamedWhenNoneIsLeft() throws IOException {
    List<FsVolumeSpi> volumes = disks(GB, GB);
    ((FakeVolume) volumes.get(0)).fail(new IOException("bad sector"));
    assertThat(choose(10, volumes, 1)).containsOnlyKeys(volumes.get(1));
    ((FakeVolume) volumes.get(1)).setAvailable(0);
    assertThatThrownBy(() -> policy.chooseVolume(volumes, 1, null))
        .isInstanceOf(DiskOutOfSpaceException.class)
        .hasMessageContaining("file:/d0 cannot read its free space")
        .hasMessageContaining("bad sector");
  }

  @Test
  void setsOfEqualSizeThatDifferDoNotShareTheirTurns() throws IOException {
    List<FsVolumeSpi> volumes = disks(GB, GB, GB);
    choose(3, volumes, 1);
    Map<FsVolumeSpi, Integer> counts = new HashMap<>();
    for (int i = 0; i < 300; i++) {
      // Each time another one is left out, as when volumes hang in turn
      List<FsVolumeSpi> shown = new ArrayList<>(volumes);
      shown.remove(i % 3);
      counts.merge(policy.chooseVolume(shown, 1, null), 1, Integer::sum);
    }
    assertThat(counts).hasSize(3);
    assertThat(spread(counts)).isLessThanOrEqualTo(2);
  }

  @Test
  void aVolumeThatItsDatasetCallsHungIsLeftOutUntilItIsNot() throws IOException {
    VolumeRegistry registry = new VolumeRegistry(100, 100, 30_000, 60);
    policy.use(registry);
    List<FsVolumeSpi> volumes = disks(GB, GB);
    VolumeTraffic first = registry.state(volumes.get(0)).traffic();
    VolumeTraffic second = registry.state(volumes.get(1)).traffic();
    first.setHung(true);
    assertThat(choose(10, volumes, 1)).containsOnlyKeys(volumes.get(1));
    second.setHung(true);
    assertThatThrownBy(() -> policy.chooseVolume(volumes, 1, null))
        .isInstanceOf(DiskOutOfSpaceException.class)
        .hasMessageContaining("file:/d0 hangs");
    first.setHung(false);
    second.setHung(false);
    Map<FsVolumeSpi, Integer> afterwards = choose(30, volumes, 1);
    assertThat(afterwards).hasSize(2);
  }
}
