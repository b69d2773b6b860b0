package org.tieredhdfs.hdfs.datanode.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.jupiter.api.Test;

class GuardedVolumeChoosingPolicyTest {
  private final VolumeRegistry registry = new VolumeRegistry(2, 100, 60);
  private final FsVolumeSpi first = MockVolumes.volume("v1");
  private final FsVolumeSpi second = MockVolumes.volume("v2");
  private final List<List<FsVolumeSpi>> shown = new ArrayList<>();
  private long neededBytes;
  private final GuardedVolumeChoosingPolicy<FsVolumeSpi> policy =
      new GuardedVolumeChoosingPolicy<>(
          (volumes, size, storageId) -> {
            shown.add(volumes);
            neededBytes = size;
            return volumes.get(0);
          },
          registry);

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
    RamCreations.Creation own = creations.begin(StorageType.NVDIMM, 1 << 20);
    RamCreations.Creation other = creations.begin(StorageType.NVDIMM, 3 << 20);
    RamCreations.Creation elsewhere = creations.begin(StorageType.DISK, 5 << 20);
    policy.chooseVolume(List.of(first), 1 << 20, "");
    assertThat(neededBytes).isEqualTo((4 << 20) + (256 << 10));

    other.close();
    elsewhere.close();
    policy.chooseVolume(List.of(first), 1 << 20, "");
    assertThat(neededBytes).isEqualTo((1 << 20) + (256 << 10));
    own.close();
    assertThat(creations.othersBytes(0)).isZero();
  }

  @Test
  void doesNotShowAHungVolume() throws Exception {
    registry.state(first).hang(new VolumeState.Hang(System.nanoTime(), false, "stuck"));
    List<FsVolumeSpi> volumes = new ArrayList<>(List.of(first, second));
    assertThat(policy.chooseVolume(volumes, 1, "")).isSameAs(second);
    assertThat(volumes).containsExactly(first, second);
    assertThatThrownBy(() -> policy.chooseVolume(List.of(first), 1, ""))
        .hasMessageContaining("do not answer or have too many operations");
    registry.state(first).hang(null);
    assertThat(policy.chooseVolume(volumes, 1, "")).isSameAs(first);
  }

  @Test
  void doesNotShowAVolumeThatIsFullOfOperations() throws Exception {
    VolumeState full = registry.state(first);
    InFlight one = registry.beginIo("WRITE", IoClass.WRITE, first, 10);
    assertThat(registry.isFull(full)).isFalse();
    full.begin(new InFlight("WRITE", IoClass.WRITE, 10, "", full, null), true);
    assertThat(registry.isFull(full)).isTrue();
    assertThat(policy.chooseVolume(List.of(first, second), 1, "")).isSameAs(second);
    assertThat(full.metrics().refusedCount()).isEqualTo(1);
    registry.end(one);
  }

  @Test
  void theOperationOfTheThreadIsCountedOnTheChosenVolume() throws Exception {
    InFlight operation = registry.begin("createRbw", "BP", null, true);
    assertThat(registry.state(first).threads()).isZero();
    policy.chooseVolume(List.of(first), 1, "");
    assertThat(registry.state(first).threads()).isEqualTo(1);
    InFlight io = registry.beginIo("WRITE", IoClass.WRITE, first, 10);
    assertThat(registry.state(first).threads()).isEqualTo(1);
    assertThat(registry.state(first).bytesInFlight()).isEqualTo(10);
    registry.endIo(true);
    assertThat(io.isDone()).isTrue();
    registry.end(operation);
    assertThat(registry.state(first).threads()).isZero();
    assertThat(registry.state(first).bytesInFlight()).isZero();
  }
}
