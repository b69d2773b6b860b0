package org.tieredhdfs.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tieredhdfs.mover.MoverCluster.BLOCK_BYTES;
import static org.tieredhdfs.mover.MoverCluster.ROOM_BYTES;

import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.RollingUpgradeAction;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.api.BlockFailure;
import org.tieredhdfs.mover.api.FileOutcome;
import org.tieredhdfs.mover.api.FileResult;
import org.tieredhdfs.mover.api.Reason;

/**
 * The mover where blocks have to leave their DataNode: two racks, in each two nodes with DISK only
 * and one with SSD only, the latter of the second rack also with a small ARCHIVE volume. Block
 * tokens are on.
 */
class BetweenNodesTest {
  private static final StorageType D = StorageType.DISK;
  private static final StorageType S = StorageType.SSD;
  private static final StorageType A = StorageType.ARCHIVE;

  @TempDir static File folder;
  private static MoverCluster cluster;
  private static FileMover mover;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = MoverCluster.shortIntervals();
    conf.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, true);
    conf.setBoolean(DFSConfigKeys.DFS_DATANODE_BLOCK_PINNING_ENABLED, true);
    cluster =
        new MoverCluster(
            conf,
            new MiniDFSCluster.Builder(conf, folder)
                .numDataNodes(6)
                .racks(new String[] {"/one", "/one", "/one", "/two", "/two", "/two"})
                .storagesPerDatanode(2)
                .storageTypes(new StorageType[][] {{D, D}, {D, D}, {S, S}, {D, D}, {D, D}, {S, A}})
                .storageCapacities(
                    new long[][] {
                      {ROOM_BYTES, ROOM_BYTES},
                      {ROOM_BYTES, ROOM_BYTES},
                      {ROOM_BYTES, ROOM_BYTES},
                      {ROOM_BYTES, ROOM_BYTES},
                      {ROOM_BYTES, ROOM_BYTES},
                      {ROOM_BYTES, BLOCK_BYTES / 2}
                    }));
    mover = cluster.mover();
  }

  @AfterAll
  static void stop() throws Exception {
    mover.close();
    cluster.close();
  }

  private static List<String> racks(LocatedBlock block) {
    return Arrays.stream(block.getLocations())
        .map(DatanodeInfoWithStorage::getNetworkLocation)
        .sorted()
        .toList();
  }

  @Test
  void replicasGoToOtherNodesAndStayInTheirRacks() throws Exception {
    Path file = cluster.file("/between", 4, 2);
    assertThat(cluster.blocks(file))
        .allMatch(block -> racks(block).equals(List.of("/one", "/two")));
    cluster.fs.setStoragePolicy(file, "ALL_SSD");

    assertThat(cluster.move(mover, false, "/between").get(0))
        .extracting(FileResult::outcome, FileResult::replicasMoved)
        .containsExactly(FileOutcome.MOVED, 8L);

    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("SSD", 8));
    assertThat(cluster.blocks(file))
        .allMatch(block -> racks(block).equals(List.of("/one", "/two")));
    assertThat(cluster.isAsWritten(file, 4)).isTrue();
  }

  @Test
  void moreReplicasThanNodesOfTheTypeAreReported() throws Exception {
    Path file = cluster.file("/three", 1, 3);
    cluster.fs.setStoragePolicy(file, "ALL_SSD");
    FileResult result = cluster.move(mover, false, "/three").get(0);
    assertThat(result.outcome()).isEqualTo(FileOutcome.INCOMPLETE);
    assertThat(result.failures())
        .singleElement()
        .extracting(BlockFailure::reason)
        .isEqualTo(Reason.NODES_TAKEN);
    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("SSD", 2, "DISK", 1));
  }

  @Test
  void aFullTargetIsReportedAndNothingIsLost() throws Exception {
    Path file = cluster.file("/full", 1, 2);
    cluster.fs.setStoragePolicy(file, "COLD");
    FileResult result = cluster.move(mover, false, "/full").get(0);
    assertThat(result.failures())
        .singleElement()
        .extracting(BlockFailure::reason)
        .isEqualTo(Reason.NO_SPACE);
    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("DISK", 2));
  }

  /** What may not leave its DataNode is moved as soon as the upgrade is finalized. */
  @Test
  void nothingLeavesItsNodeDuringARollingUpgrade() throws Exception {
    Path file = cluster.file("/upgrading", 1, 2);
    cluster.fs.setStoragePolicy(file, "ALL_SSD");
    cluster.fs.setSafeMode(SafeModeAction.ENTER);
    cluster.fs.rollingUpgrade(RollingUpgradeAction.PREPARE);
    cluster.fs.setSafeMode(SafeModeAction.LEAVE);
    try (FileMover during = cluster.mover()) {
      FileResult result = cluster.move(during, false, "/upgrading").get(0);
      assertThat(result.failures())
          .singleElement()
          .extracting(BlockFailure::reason)
          .isEqualTo(Reason.UPGRADING);
      assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("DISK", 2));
    } finally {
      cluster.fs.rollingUpgrade(RollingUpgradeAction.FINALIZE);
    }
    try (FileMover after = cluster.mover()) {
      assertThat(cluster.move(after, false, "/upgrading").get(0).outcome())
          .isEqualTo(FileOutcome.MOVED);
      assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("SSD", 2));
    }
  }

  @Test
  void aTypeThatIsNowhereFallsBackAsThePolicySays() throws Exception {
    Path file = cluster.file("/fallback", 1, 2);
    cluster.fs.setStoragePolicy(file, "ALL_RAMDISK");
    assertThat(cluster.move(mover, false, "/fallback").get(0).outcome())
        .isEqualTo(FileOutcome.MOVED);
    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("SSD", 2));
  }

  @Test
  void aCorruptReplicaIsReplacedByCopyingAGoodOne() throws Exception {
    Path file = cluster.file("/corrupt", 1, 2);
    LocatedBlock block = cluster.blocks(file).get(0);
    int node = nodeOf(block.getLocations()[0]);
    cluster.dfs.corruptReplica(node, block.getBlock());
    cluster.fs.setStoragePolicy(file, "ALL_SSD");

    assertThat(cluster.move(mover, false, "/corrupt").get(0).outcome())
        .isEqualTo(FileOutcome.MOVED);

    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("SSD", 2));
    assertThat(cluster.isAsWritten(file, 1)).isTrue();
  }

  @Test
  void aPinnedBlockStaysOnItsNodeAndIsReported() throws Exception {
    Path file = cluster.file("/pinned", 1, 1);
    LocatedBlock block = cluster.blocks(file).get(0);
    int holder = nodeOf(block.getLocations()[0]);
    // as a DataNode pins it; Hadoop's test class replaces the dataset while others use it
    Path replica = new Path(cluster.dfs.getBlockFile(holder, block.getBlock()).getPath());
    FileSystem local = FileSystem.getLocal(cluster.conf);
    local.setPermission(replica, new FsPermission((short) 01644));
    cluster.fs.setStoragePolicy(file, "ALL_SSD");

    FileResult result = cluster.move(mover, false, "/pinned").get(0);
    assertThat(result.failures())
        .singleElement()
        .extracting(BlockFailure::reason)
        .isEqualTo(Reason.PINNED);
    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("DISK", 1));

    local.setPermission(replica, new FsPermission((short) 0644));
    assertThat(cluster.move(mover, false, "/pinned").get(0).outcome()).isEqualTo(FileOutcome.MOVED);
  }

  @Test
  void aPolicyWithSeveralTypesMovesOnlyWhatItHasTo() throws Exception {
    Path file = cluster.file("/one-ssd", 3, 3);
    cluster.fs.setStoragePolicy(file, "ONE_SSD");
    assertThat(cluster.move(mover, false, "/one-ssd").get(0).replicasMoved()).isEqualTo(3);
    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("SSD", 3, "DISK", 6));
    assertThat(cluster.blocks(file))
        .allMatch(block -> racks(block).stream().distinct().count() == 2);
  }

  private static int nodeOf(DatanodeInfoWithStorage holder) {
    List<String> ids =
        cluster.dfs.getDataNodes().stream().map(node -> node.getDatanodeUuid()).toList();
    return ids.indexOf(holder.getDatanodeUuid());
  }
}
