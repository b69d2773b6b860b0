package org.tieredhdfs.hbase;

import static java.util.Objects.requireNonNull;
import static org.apache.hadoop.fs.StorageType.ARCHIVE;
import static org.apache.hadoop.fs.StorageType.DISK;
import static org.apache.hadoop.fs.StorageType.SSD;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FilePlaceTest {
  static LocatedBlock block(long bytes, StorageType... on) {
    return new LocatedBlock(
        new ExtendedBlock("pool", 1, bytes, 1), new DatanodeInfo[0], new String[0], on);
  }

  static LocatedBlocks blocks(@Nullable ErasureCodingPolicy coding, LocatedBlock... blocks) {
    return new LocatedBlocks(0, false, List.of(blocks), null, true, null, coding);
  }

  private static HdfsLocatedFileStatus file(
      int replication, @Nullable ErasureCodingPolicy coding, LocatedBlock... blocks) {
    return (HdfsLocatedFileStatus)
        new HdfsFileStatus.Builder()
            .replication(replication)
            .ecPolicy(coding)
            .locations(blocks(coding, blocks))
            .build();
  }

  private static FilePlace place(StorageType[] types, int replication, LocatedBlock... blocks) {
    return FilePlace.of(file(replication, null, blocks), types);
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

    FilePlace place = FilePlace.of(file(1, coding, group), SSD);
    assertThat(place.gotBytes()).isEqualTo(Map.of(DISK, 3L * cellBytes, SSD, 2L * cellBytes));
    assertThat(place.askedBytes()).isEqualTo(Map.of(SSD, 5L * cellBytes));
    assertThat(place.elsewhereBytes()).isEqualTo(3L * cellBytes);
  }
}
