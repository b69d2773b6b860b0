package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.BLOCK_BYTES;

import java.io.File;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.QuotaByStorageTypeExceededException;
import org.apache.hadoop.hdfs.protocol.SnapshotDiffReport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Policies and quotas by type in snapshots: of custom types as of stock ones. */
class SnapshotTest {
  @TempDir static File folder;
  private static TieredMiniCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = new TieredMiniCluster(folder);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @ParameterizedTest
  @CsvSource({"ALL_SSD, SSD", "ALL_RAMDISK, RAMDISK"})
  void aSnapshotKeepsFilesAndTheirUseOfAType(String policy, String typeName) throws Exception {
    StorageType type = StorageType.valueOf(typeName);
    Path directory = cluster.directory("snap-" + typeName, policy);
    cluster.fs.setQuotaByStorageType(directory, type, 9L * BLOCK_BYTES);
    Path kept = cluster.file(directory, 2);
    cluster.fs.allowSnapshot(directory);
    cluster.fs.createSnapshot(directory, "before");
    cluster.fs.delete(kept, false);
    cluster.fs.setQuotaByStorageType(directory, type, 7L * BLOCK_BYTES);

    assertKept(directory, type, policy);
    cluster.dfs.restartNameNode(true);
    assertKept(directory, type, policy);
    cluster.fs.setSafeMode(SafeModeAction.ENTER);
    cluster.fs.saveNamespace();
    cluster.fs.setSafeMode(SafeModeAction.LEAVE);
    cluster.dfs.restartNameNode(true);
    assertKept(directory, type, policy);

    SnapshotDiffReport diff = cluster.fs.getSnapshotDiffReport(directory, "before", "");
    assertThat(diff.getDiffList()).hasSize(2);
    assertThatThrownBy(() -> cluster.file(directory, 1))
        .isInstanceOf(QuotaByStorageTypeExceededException.class)
        .hasMessageContaining("Quota by storage type : " + typeName);
    cluster.fs.deleteSnapshot(directory, "before");
    assertThat(cluster.fs.getQuotaUsage(directory).getTypeConsumed(type)).isZero();
    assertThat(cluster.replicasByType(cluster.file(directory, 1))).isEqualTo(Map.of(typeName, 3));
  }

  private static void assertKept(Path directory, StorageType type, String policy) throws Exception {
    Path old = new Path(directory, ".snapshot/before/file-2");
    Map<String, Integer> wanted = Map.of(type.name(), 6);
    assertThat(cluster.awaitReplicasByType(old, wanted)).isEqualTo(wanted);
    assertThat(cluster.fs.getQuotaUsage(directory).getTypeConsumed(type))
        .isEqualTo(6L * BLOCK_BYTES);
    assertThat(cluster.fs.getQuotaUsage(directory).getTypeQuota(type)).isEqualTo(7L * BLOCK_BYTES);
    assertThat(cluster.fs.getStoragePolicy(directory).getName()).isEqualTo(policy);
  }
}
