package org.tieredhdfs.hdfs.datanode.volume.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.Judgement;
import org.tieredhdfs.hdfs.datanode.volume.MockVolumes;
import org.tieredhdfs.hdfs.datanode.volume.RamCreations;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;
import org.tieredhdfs.hdfs.health.VolumeCondition;

class GuardedVolumeChoosingPolicyTest {
  private final VolumeRegistry registry = new VolumeRegistry(2, 100, 30_000, 60);
  private final FsVolumeSpi first = MockVolumes.volume("v1");
  private final FsVolumeSpi second = MockVolumes.volume("v2");
  private final List<List<FsVolumeSpi>> shown = new ArrayList<>();
  private final List<VolumeState> chosen = new ArrayList<>();
  private long neededBytes;
  private boolean isElsewhereBetter;
  private final GuardedVolumeChoosingPolicy<FsVolumeSpi> policy =
      new GuardedVolumeChoosingPolicy<>(
          (volumes, size, storageId) -> {
            shown.add(volumes);
            neededBytes = size;
            return volumes.get(0);
          },
          registry,
          volume -> isElsewhereBetter,
          chosen::add);

  @Test
  void showsTheVeryListWhenAllAreWell() throws Exception {
    List<FsVolumeSpi> volumes = new ArrayList<>(List.of(first, second));
    assertThat(policy.chooseVolume(volumes, 1, "")).isSameAs(first);
    assertThat(shown.get(0)).isSameAs(volumes);
  }

  @Test
  void aVolumeInMemoryKeepsRoomForChecksumsAndADiskDoesNot() throws Exception {
    policy.chooseVolume(List.of(first), 1 << 20, "");
    assertThat(neededBytes).isEqualTo(1 << 20);

    when(first.getStorageType()).thenReturn(StorageType.NVDIMM);
    policy.chooseVolume(List.of(first), 1 << 20, "");
    assertThat(neededBytes).isEqualTo((1 << 20) + (256 << 10));
  }

  @Test
  void aVolumeInMemoryKeepsRoomForBlocksOnTheirWay() throws Exception {
    when(first.getStorageType()).thenReturn(StorageType.NVDIMM);
    RamCreations creations = registry.ramCreations();
    Runnable own = creations.begin(StorageType.NVDIMM, 1 << 20);
    Runnable other = creations.begin(StorageType.NVDIMM, 3 << 20);
    Runnable elsewhere = creations.begin(StorageType.DISK, 5 << 20);
    policy.chooseVolume(List.of(first), 1 << 20, "");
    assertThat(neededBytes).isEqualTo((4 << 20) + (256 << 10));

    other.run();
    elsewhere.run();
    policy.chooseVolume(List.of(first), 1 << 20, "");
    assertThat(neededBytes).isEqualTo((1 << 20) + (256 << 10));
    own.run();
    assertThat(creations.othersBytes(0)).isZero();
  }

  @Test
  void doesNotShowAHungVolume() throws Exception {
    registry
        .state(first)
        .judged(Judgement.hung(new Judgement.Hang(System.nanoTime(), false, "stuck"), true));
    List<FsVolumeSpi> volumes = new ArrayList<>(List.of(first, second));
    assertThat(policy.chooseVolume(volumes, 1, "")).isSameAs(second);
    assertThat(volumes).containsExactly(first, second);
    assertThatThrownBy(() -> policy.chooseVolume(List.of(first), 1, ""))
        .hasMessageContaining("do not answer or have too many operations");
    registry.state(first).judged(Judgement.IN_SERVICE);
    assertThat(policy.chooseVolume(volumes, 1, "")).isSameAs(first);
  }

  @Test
  void showsAVolumeOnProbationOnlyIfThereIsNoOther() throws Exception {
    registry.state(first).judged(Judgement.of(VolumeCondition.ON_PROBATION));
    assertThat(policy.chooseVolume(List.of(first, second), 1, "")).isSameAs(second);
    assertThat(policy.chooseVolume(List.of(first), 1, "")).isSameAs(first);
  }

  @Test
  void showsAVolumeWhoseWritersAreCutOffOnlyIfThereIsNoOther() throws Exception {
    registry.state(first).judged(Judgement.stalled(false, true));
    assertThat(policy.chooseVolume(List.of(first, second), 1, "")).isSameAs(second);
    assertThat(policy.chooseVolume(List.of(first), 1, "")).isSameAs(first);
    registry
        .state(second)
        .judged(Judgement.hung(new Judgement.Hang(System.nanoTime(), false, "stuck"), true));
    assertThat(policy.chooseVolume(List.of(first, second), 1, "")).isSameAs(first);
    registry.state(first).judged(Judgement.stalled(true, false));
    assertThat(policy.chooseVolume(List.of(first), 1, "")).isSameAs(first);
  }

  @Test
  void aClientThatGoesElsewhereGetsNoVolumeWhoseWritersAreCutOff() throws Exception {
    isElsewhereBetter = true;
    registry.state(first).judged(Judgement.stalled(false, true));
    assertThat(policy.chooseVolume(List.of(first, second), 1, "")).isSameAs(second);
    assertThatThrownBy(() -> policy.chooseVolume(List.of(first), 1, ""))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("can write it to another DataNode");
    registry.state(first).judged(Judgement.of(VolumeCondition.ON_PROBATION));
    assertThat(policy.chooseVolume(List.of(first), 1, "")).isSameAs(first);
  }

  @Test
  void doesNotShowAVolumeThatDoesNotAnswerAndIsFullOfOtherThreads() throws Exception {
    VolumeState full = registry.state(first);
    full.judged(Judgement.stalled(false, true));
    try (InFlight own = full.begin("WRITE", IoClass.WRITE, 10);
        InFlight nested = full.begin("SYNC", IoClass.SYNC, 0);
        InFlight one = elsewhere(full)) {
      assertThat(registry.isFull(full)).isFalse();
      try (InFlight another = elsewhere(full)) {
        assertThat(registry.isFull(full)).isTrue();
        assertThat(full.threads()).isEqualTo(3);
        assertThat(policy.chooseVolume(List.of(first, second), 1, "")).isSameAs(second);
        full.judged(Judgement.IN_SERVICE);
        assertThat(registry.isFull(full)).as("a slow one").isFalse();
        assertThat(policy.chooseVolume(List.of(first, second), 1, "")).isSameAs(first);
        another.succeeded();
      }
      assertThat(registry.isFull(full)).isFalse();
      assertThat(full.threads()).isEqualTo(2);
      assertThat(List.of(own, nested, one)).noneMatch(InFlight::isDone);
    }
    assertThat(full.metrics().refused.value()).isEqualTo(1);
    assertThat(full.threads()).isZero();
    assertThat(full.bytesInFlight()).isZero();
  }

  /** A call that another thread has begun. */
  private static InFlight elsewhere(VolumeState volume) throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      return thread.submit(() -> volume.begin("READ", IoClass.READ, 10)).get();
    } finally {
      thread.shutdown();
    }
  }

  @Test
  void anOperationIsCountedOnTheVolumeThatIsChosenForIt() throws Exception {
    try (InFlight operation = registry.begin("createRbw", "BP", null, true)) {
      assertThat(registry.state(first).threads()).isZero();
      policy.chooseVolume(List.of(first), 1, "");
      assertThat(chosen).containsExactly(registry.state(first));
      operation.chosen(registry.state(first));
      assertThat(registry.state(first).threads()).isEqualTo(1);
      operation.chosen(registry.state(second));
      assertThat(registry.state(first).threads()).isZero();
      assertThat(registry.state(second).threads()).isEqualTo(1);
    }
    assertThat(registry.state(second).threads()).isZero();
    assertThat(registry.gate().running()).isZero();
  }
}
