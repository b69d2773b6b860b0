package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.BLOCK_BYTES;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.awaitReplicasByType;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.replicasByType;

import java.io.File;
import java.nio.file.Files;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Volumes of custom types that come and go, or share a disk, with both datasets. */
@Timeout(600)
class DatanodeVolumesTest {
  private static final StorageType NVME = StorageType.valueOf("NVME");

  @TempDir File folder;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void volumesOfCustomTypesComeAndGoInARunningDataNode(boolean ours) throws Exception {
    try (OneDatanode node =
        new OneDatanode(folder, TieredMiniCluster.configuration(), ours, NVME, StorageType.DISK)) {
      String before = node.volumes();
      File folderOfQlc = new File(folder, "qlc");
      Files.createDirectory(folderOfQlc.toPath());
      String after = before + ",[QLC]" + folderOfQlc.toURI();

      node.reconfigure(after);
      Path file = node.file("file", "ALL_QLC");
      assertThat(replicasByType(node.fs, file)).isEqualTo(Map.of("QLC", 1));

      node.reconfigure(before);
      assertThat(node.types()).containsExactlyInAnyOrder("NVME", "DISK");
      assertThat(awaitReplicasByType(node.fs, file, Map.of())).isEmpty();

      node.reconfigure(after);
      node.cluster.triggerBlockReports();
      DFSTestUtil.waitReplication(node.fs, file, (short) 1);
      assertThat(replicasByType(node.fs, file)).isEqualTo(Map.of("QLC", 1));

      // stock's check against another type for a running volume never fires: nothing happens
      node.reconfigure(after.replace("[QLC]", "[NVME]"));
      assertThat(node.types()).containsExactlyInAnyOrder("NVME", "DISK", "QLC");
      assertThat(replicasByType(node.fs, file)).isEqualTo(Map.of("QLC", 1));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void replicasLieOnWhatTheirVolumeIsSinceTheLastStart(boolean ours) throws Exception {
    Path file;
    try (OneDatanode node =
        new OneDatanode(
            folder, TieredMiniCluster.configuration(), ours, StorageType.SSD, StorageType.DISK)) {
      file = node.file("file", "ALL_SSD");
    }
    Configuration conf = TieredMiniCluster.configuration();
    try (OneDatanode node = OneDatanode.again(folder, conf, ours, NVME, StorageType.DISK)) {
      DFSTestUtil.waitReplication(node.fs, file, (short) 1);
      assertThat(replicasByType(node.fs, file)).isEqualTo(Map.of("NVME", 1));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void sameDiskTieringLinksBetweenDiskAndArchiveAndCopiesCustomTypes(boolean ours)
      throws Exception {
    Configuration conf = TieredMiniCluster.configuration();
    conf.setBoolean(DFSConfigKeys.DFS_DATANODE_ALLOW_SAME_DISK_TIERING, true);
    conf.setDouble(DFSConfigKeys.DFS_DATANODE_RESERVE_FOR_ARCHIVE_DEFAULT_PERCENTAGE, 0.4);
    try (OneDatanode node =
        new OneDatanode(folder, conf, ours, StorageType.DISK, StorageType.ARCHIVE, NVME)) {
      // DISK and ARCHIVE share the disk; a custom type on it counts it whole, as SSD does in stock
      double whole = node.capacityBytes(NVME);
      assertThat(node.capacityBytes(StorageType.DISK) / whole).isBetween(0.59, 0.61);
      assertThat(node.capacityBytes(StorageType.ARCHIVE) / whole).isBetween(0.39, 0.41);

      ExtendedBlock cold = node.blockOf(node.file("cold", "HOT"));
      Object inode = node.inodeOf(cold, StorageType.DISK);
      node.move(cold, StorageType.ARCHIVE);
      assertThat(node.inodeOf(cold, StorageType.ARCHIVE)).isEqualTo(inode);

      Path fast = node.file("fast", "ALL_NVME");
      ExtendedBlock copied = node.blockOf(fast);
      Object before = node.inodeOf(copied, NVME);
      node.move(copied, StorageType.DISK);
      assertThat(node.inodeOf(copied, StorageType.DISK)).isNotEqualTo(before);
      node.cluster.triggerBlockReports();
      Map<String, Integer> moved = Map.of("DISK", 1);
      assertThat(awaitReplicasByType(node.fs, fast, moved)).isEqualTo(moved);
      assertThat(DFSTestUtil.readFileAsBytes(node.fs, fast)).hasSize(BLOCK_BYTES);
    }
  }
}
