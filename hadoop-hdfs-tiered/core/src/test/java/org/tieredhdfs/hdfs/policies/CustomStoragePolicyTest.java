package org.tieredhdfs.hdfs.policies;

import static org.apache.hadoop.fs.StorageType.DISK;
import static org.apache.hadoop.fs.StorageType.NVDIMM;
import static org.apache.hadoop.fs.StorageType.SSD;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What Hadoop's own choice makes of our policies. NVDIMM stands for RAMDISK, which exists only with
 * the overlay in front; both are memory that keeps replicas.
 */
class CustomStoragePolicyTest {
  private static final short THREE = 3;
  private static final BlockStoragePolicy ALL = hadoop(ReservedPolicies.ALL_RAMDISK);
  private static final BlockStoragePolicy ONE = hadoop(ReservedPolicies.ONE_RAMDISK);

  private static BlockStoragePolicy hadoop(CustomStoragePolicy policy) {
    return policy.toHadoop(name -> name.equals("RAMDISK") ? NVDIMM : StorageType.valueOf(name));
  }

  private static List<StorageType> choose(
      BlockStoragePolicy policy,
      List<StorageType> chosen,
      EnumSet<StorageType> unavailable,
      boolean newBlock) {
    return policy.chooseStorageTypes(THREE, chosen, unavailable, newBlock);
  }

  @Test
  void idNameAndCopyOnCreateAreHandedOn() {
    CustomStoragePolicy policy =
        new CustomStoragePolicy("P", 9, List.of("SSD"), List.of(), List.of("DISK"), true);
    BlockStoragePolicy made = policy.toHadoop(StorageType::valueOf);
    assertThat(made.getId()).isEqualTo((byte) 9);
    assertThat(made.getName()).isEqualTo("P");
    assertThat(made.isCopyOnCreateFile()).isTrue();
    assertThat(made.getStorageTypes()).containsExactly(SSD);
    assertThat(made.getCreationFallbacks()).isEmpty();
    assertThat(made.getReplicationFallbacks()).containsExactly(DISK);
  }

  @Test
  void allRamdiskPutsEveryReplicaInMemory() {
    assertThat(ALL.chooseStorageTypes(THREE)).containsExactly(NVDIMM, NVDIMM, NVDIMM);
  }

  @Test
  void oneRamdiskPutsTheFirstReplicaInMemoryAndTheOthersOnDisks() {
    assertThat(ONE.chooseStorageTypes(THREE)).containsExactly(NVDIMM, DISK, DISK);
    assertThat(ONE.chooseStorageTypes((short) 1)).containsExactly(NVDIMM);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void withoutMemoryReplicasGoToSsdAndWithoutSsdToDisk(boolean newBlock) {
    assertThat(choose(ALL, List.of(), EnumSet.of(NVDIMM), newBlock)).containsExactly(SSD, SSD, SSD);
    assertThat(choose(ALL, List.of(), EnumSet.of(NVDIMM, SSD), newBlock))
        .containsExactly(DISK, DISK, DISK);
    assertThat(choose(ALL, List.of(), EnumSet.of(NVDIMM, SSD, DISK), newBlock)).isEmpty();
    assertThat(choose(ONE, List.of(), EnumSet.of(NVDIMM), newBlock))
        .containsExactlyInAnyOrder(SSD, DISK, DISK);
    assertThat(choose(ONE, List.of(), EnumSet.of(DISK), newBlock))
        .containsExactlyInAnyOrder(NVDIMM, SSD, SSD);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void replicasThatHavePlacesAlreadyCount(boolean newBlock) {
    assertThat(choose(ALL, List.of(NVDIMM, SSD), EnumSet.of(NVDIMM), newBlock))
        .containsExactly(SSD);
    assertThat(choose(ALL, List.of(NVDIMM), EnumSet.noneOf(StorageType.class), newBlock))
        .containsExactly(NVDIMM, NVDIMM);
    assertThat(choose(ONE, List.of(NVDIMM, DISK), EnumSet.noneOf(StorageType.class), newBlock))
        .containsExactly(DISK);
  }

  @Test
  void lastTypeRepeatsAndTheOrderOfTypesCounts() {
    BlockStoragePolicy policy =
        new CustomStoragePolicy("P", 3, List.of("SSD", "SSD", "DISK"), List.of(), List.of(), false)
            .toHadoop(StorageType::valueOf);
    assertThat(policy.chooseStorageTypes((short) 5)).containsExactly(SSD, SSD, DISK, DISK, DISK);
  }

  @Test
  void ramDiskAloneWouldPlaceNothingWhateverItsFallbacks() {
    // why the parser refuses it: Hadoop leaves transient types out before it looks at fallbacks
    BlockStoragePolicy policy =
        new CustomStoragePolicy(
                "P", 3, List.of("RAM_DISK"), List.of("DISK"), List.of("DISK"), false)
            .toHadoop(StorageType::valueOf);
    assertThat(choose(policy, List.of(), EnumSet.noneOf(StorageType.class), true)).isEmpty();
    assertThat(choose(policy, List.of(), EnumSet.of(StorageType.RAM_DISK), true)).isEmpty();
  }
}
