package org.tieredhdfs.mover;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeAdminManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.api.BlockFailure;
import org.tieredhdfs.mover.api.Reason;
import org.tieredhdfs.waits.Waits;

/** Replicas on a DataNode in maintenance, of which the NameNode does not tell. */
class HiddenReplicasTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir File folder;

  @Test
  void aBlockIsNotInPlaceBeforeAllOfItsReplicasAreKnown() throws Exception {
    try (MoverCluster cluster = MoverCluster.alike(folder, StorageType.SSD, StorageType.DISK)) {
      Path file = cluster.file("/file", 1, 3);
      DatanodeManager nodes = cluster.dfs.getNamesystem().getBlockManager().getDatanodeManager();
      DatanodeAdminManager admin = nodes.getDatanodeAdminManager();
      DatanodeDescriptor node =
          nodes.getDatanode(cluster.dfs.getDataNodes().get(0).getDatanodeUuid());
      admin.startMaintenance(node, Long.MAX_VALUE);
      Waits.until("the node is in maintenance", PATIENCE, node::isInMaintenance);
      cluster.fs.setStoragePolicy(file, "ONE_SSD");
      try (FileMover mover = cluster.mover()) {
        assertThat(cluster.move(mover, false, "/file"))
            .singleElement()
            .satisfies(
                result ->
                    assertThat(result.failures())
                        .extracting(BlockFailure::reason)
                        .containsExactly(Reason.NODE_OUT_OF_SERVICE));
      }
      admin.stopMaintenance(node);
      Map<String, Integer> all = Map.of("DISK", 3);
      assertThat(cluster.awaitReplicasByType(file, all)).isEqualTo(all);
      try (FileMover mover = cluster.mover()) {
        assertThat(cluster.move(mover, false, "/file")).hasSize(1);
      }
      assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("SSD", 1, "DISK", 2));
    }
  }
}
