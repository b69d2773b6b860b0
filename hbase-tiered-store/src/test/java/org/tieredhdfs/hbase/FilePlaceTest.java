package org.tieredhdfs.hbase;

import static org.apache.hadoop.fs.StorageType.ARCHIVE;
import static org.apache.hadoop.fs.StorageType.DISK;
import static org.apache.hadoop.fs.StorageType.SSD;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;

class FilePlaceTest {
  private static BlockLocation block(long bytes, StorageType... on) {
    String[] nobody = new String[on.length];
    java.util.Arrays.fill(nobody, "dn");
    return new BlockLocation(nobody, nobody, nobody, nobody, null, on, 0, bytes, false);
  }

  private static FilePlace place(StorageType[] types, int replication, BlockLocation... blocks) {
    return FilePlace.of(types, replication, null, blocks);
  }

  @Test
  void lastTypeOfAPolicyStandsForAllFurtherReplicas() {
    FilePlace place = place(new StorageType[] {SSD, DISK}, 3, block(10, DISK, SSD, DISK));
    assertThat(place.askedBytes()).isEqualTo(Map.of(SSD, 10L, DISK, 20L));
    assertThat(place.gotBytes()).isEqualTo(Map.of(SSD, 10L, DISK, 20L));
    assertThat(place.elsewhereBytes()).isZero();
  }

  @Test
  void eachReplicaMoreThanWantedOnATypeIsElsewhere() {
    FilePlace place =
        place(
            new StorageType[] {SSD},
            2,
            block(10, SSD, DISK),
            block(7, ARCHIVE, ARCHIVE),
            block(5, SSD, SSD));
    assertThat(place.askedBytes()).isEqualTo(Map.of(SSD, 44L));
    assertThat(place.gotBytes()).isEqualTo(Map.of(SSD, 20L, DISK, 10L, ARCHIVE, 14L));
    assertThat(place.elsewhereBytes()).isEqualTo(24);
  }

  @Test
  void missingReplicasAreNotElsewhere() {
    assertThat(place(new StorageType[] {SSD}, 3, block(10, SSD)).elsewhereBytes()).isZero();
  }

  @Test
  void replicasThatASnapshotKeepsAreWhereThePolicyWantsAllFurtherOnes() {
    assertThat(place(new StorageType[] {SSD}, 2, block(10, SSD, SSD, SSD)).elsewhereBytes())
        .isZero();
    assertThat(place(new StorageType[] {SSD}, 2, block(10, SSD, DISK, SSD)).elsewhereBytes())
        .isEqualTo(10);
  }
}
