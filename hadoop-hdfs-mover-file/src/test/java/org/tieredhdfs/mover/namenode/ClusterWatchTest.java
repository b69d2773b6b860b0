package org.tieredhdfs.mover.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tieredhdfs.mover.MoverCluster.ROOM_BYTES;

import java.io.File;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.util.functional.CallableRaisingIOE;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.waits.Waits;

/** What the mover takes the cluster for while DataNodes come and go. */
class ClusterWatchTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir File folder;

  @Test
  void aTypeCountsWhileItsNodeIsMissedAndNoMoreWhenItHasLeft() throws Exception {
    Configuration conf = MoverCluster.shortIntervals();
    StorageType[][] types = {
      {StorageType.DISK, StorageType.SSD}, {StorageType.DISK, StorageType.DISK}
    };
    MiniDFSCluster.Builder builder =
        new MiniDFSCluster.Builder(conf, folder)
            .numDataNodes(2)
            .storagesPerDatanode(2)
            .storageTypes(types)
            .storageCapacities(new long[][] {{ROOM_BYTES, ROOM_BYTES}, {ROOM_BYTES, ROOM_BYTES}});
    try (MoverCluster cluster = new MoverCluster(conf, builder);
        NamenodeLink link = new NamenodeLink(conf, cluster.fs.getUri())) {
      ClusterWatch watch = new ClusterWatch(conf, link, 0);
      assertThat(watch.known().types()).contains(StorageType.SSD);

      String uuid = cluster.dfs.getDataNodes().get(0).getDatanodeUuid();
      DataNodeProperties stopped = cluster.dfs.stopDataNode(0);
      cluster.dfs.setDataNodeDead(stopped.getDatanode().getDatanodeId());
      watch.renew();
      assertThat(watch.known().nodes()).hasSize(1);
      assertThat(watch.known().types()).as("its node is dead").contains(StorageType.SSD);
      assertThat(new ClusterWatch(conf, link, 0).known().types())
          .as("its node was dead before the mover started")
          .contains(StorageType.SSD);

      assertThat(cluster.dfs.restartDataNode(stopped, true)).isTrue();
      cluster.dfs.waitActive();
      DataNode back =
          cluster.dfs.getDataNodes().stream()
              .filter(node -> node.getDatanodeUuid().equals(uuid))
              .findFirst()
              .orElseThrow();
      String dataDirectories = back.getConf().get(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY);
      back.reconfigureProperty(
          DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY, dataDirectories.split(",", -1)[0]);
      Waits.until(
          "the type is gone",
          PATIENCE,
          () -> {
            watch.renew();
            return !watch.known().types().contains(StorageType.SSD);
          });
      assertThat(watch.known().nodes()).hasSize(2);
      assertThat(watch.known().types()).containsExactly(StorageType.DISK);
    }
  }

  @Test
  void aTypeThatWasSeenAMomentAgoCountsWithoutAQuestion() throws Exception {
    RememberedTypes remembered = new RememberedTypes(1_000);
    CallableRaisingIOE<Set<StorageType>> unasked =
        () -> {
          throw new AssertionError("asked for dead nodes");
        };
    remembered.saw(Set.of(StorageType.SSD, StorageType.DISK), 0);
    long secondNs = TimeUnit.SECONDS.toNanos(1);
    assertThat(remembered.counting(unasked, secondNs))
        .containsExactlyInAnyOrder(StorageType.SSD, StorageType.DISK);
    remembered.saw(Set.of(StorageType.DISK), secondNs);
    assertThat(remembered.counting(() -> Set.of(StorageType.SSD), secondNs + 1))
        .contains(StorageType.SSD);
    assertThat(remembered.counting(Set::of, secondNs + 1)).containsExactly(StorageType.DISK);
  }
}
