package org.tieredhdfs.hbase;

import static java.util.Objects.requireNonNull;
import static org.apache.hadoop.fs.StorageType.ARCHIVE;
import static org.apache.hadoop.fs.StorageType.DISK;
import static org.apache.hadoop.fs.StorageType.SSD;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.HdfsBlockLocation;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
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

  @Test
  void eachInternalBlockOfAnErasureCodedFileCountsWithItsOwnSize() {
    ErasureCodingPolicy coding =
        requireNonNull(
            SystemErasureCodingPolicies.getByID(SystemErasureCodingPolicies.XOR_2_1_POLICY_ID));
    int cellBytes = coding.getCellSize();
    StorageType[] on = {DISK, DISK, SSD};
    // of three cells the first data unit has two, and the parity as many as the longest
    LocatedStripedBlock group =
        new LocatedStripedBlock(
            new ExtendedBlock("pool", -16, 3L * cellBytes, 1),
            new DatanodeInfo[0],
            new String[0],
            on,
            new byte[] {0, 1, 2},
            0,
            false,
            new DatanodeInfo[0]);
    HdfsBlockLocation location = new HdfsBlockLocation(block(3L * cellBytes, on), group);

    FilePlace place = FilePlace.of(new StorageType[] {SSD}, 1, coding, location);
    assertThat(place.gotBytes()).isEqualTo(Map.of(DISK, 3L * cellBytes, SSD, 2L * cellBytes));
    assertThat(place.askedBytes()).isEqualTo(Map.of(SSD, 5L * cellBytes));
    assertThat(place.elsewhereBytes()).isEqualTo(3L * cellBytes);
  }
}
