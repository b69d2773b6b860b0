package org.tieredhdfs.hdfs.policies;

import static org.apache.hadoop.fs.StorageType.ARCHIVE;
import static org.apache.hadoop.fs.StorageType.DISK;
import static org.apache.hadoop.fs.StorageType.NVDIMM;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.junit.jupiter.api.Test;

/** NVDIMM stands for a type of our own: like those, it comes after DISK. */
class BlockPlacementTest {
  private static final StorageType[] NONE = {};
  private static final BlockStoragePolicy ONE_NVDIMM =
      new BlockStoragePolicy((byte) 3, "ONE", new StorageType[] {NVDIMM, DISK}, NONE, NONE);

  private static boolean satisfied(StorageType... types) {
    return BlockPlacement.satisfies(types, ONE_NVDIMM);
  }

  @Test
  void theOrderOfReplicasDoesNotCount() {
    assertThat(satisfied(DISK, DISK, NVDIMM)).isTrue();
    assertThat(satisfied(NVDIMM, DISK, DISK)).isTrue();
  }

  @Test
  void theNumberOnEachTypeCounts() {
    assertThat(satisfied(DISK, NVDIMM, NVDIMM)).isFalse();
    assertThat(satisfied(DISK, DISK, DISK)).isFalse();
    assertThat(satisfied(DISK, ARCHIVE, NVDIMM)).isFalse();
  }

  @Test
  void fewerReplicasThanWantedAreAsThePolicyGivesSoMany() {
    assertThat(satisfied(DISK, NVDIMM)).isTrue();
    assertThat(satisfied(NVDIMM)).isTrue();
    assertThat(satisfied(DISK)).isFalse();
  }

  @Test
  void anUnknownPolicyIsNotSatisfied() {
    assertThat(BlockPlacement.satisfies(new StorageType[] {DISK}, null)).isFalse();
  }
}
