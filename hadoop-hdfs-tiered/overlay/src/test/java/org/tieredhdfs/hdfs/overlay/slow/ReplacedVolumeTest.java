package org.tieredhdfs.hdfs.overlay.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.NumberReplicas;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider.OPERATION;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.waits.Waits;

/** That the blocks of a volume are re-replicated if it hangs or is slow for long. */
@Timeout(600)
class ReplacedVolumeTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int FILES = 5;

  @TempDir File folder;
  private final byte[] bytes = new byte[50_000];

  private static Configuration configuration() {
    Configuration conf = SlowCluster.configuration();
    conf.set("dfs.tiered.volume.exclusion.replace.after", "2s");
    // Slow is what the test says, and not a volume on the disk of a busy machine
    conf.set("dfs.tiered.type.DISK.cutoff.timeout", "0");
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY, 1);
    return conf;
  }

  private static Path path(int file) {
    return new Path("/file" + file);
  }

  private void write(DistributedFileSystem fs) throws Exception {
    for (int i = 0; i < FILES; i++) {
      DFSTestUtil.writeFile(fs, path(i), bytes);
      DFSTestUtil.waitReplication(fs, path(i), (short) 3);
    }
  }

  private static List<String> locations(DistributedFileSystem fs, Path path) throws Exception {
    DatanodeInfoWithStorage[] locations =
        fs.getClient()
            .getLocatedBlocks(path.toString(), 0)
            .getLocatedBlocks()
            .get(0)
            .getLocations();
    return Arrays.stream(locations).map(DatanodeInfoWithStorage::getStorageID).toList();
  }

  /** All blocks have three replicas without that of the volume, which has not been touched. */
  private static void awaitReplaced(DistributedFileSystem fs, String storageId) throws Exception {
    for (int i = 0; i < FILES; i++) {
      Path path = path(i);
      Waits.until(
          path + " has three replicas elsewhere",
          LIMIT,
          () -> locations(fs, path).stream().filter(id -> !id.equals(storageId)).count() == 3);
    }
  }

  private static void awaitThree(DistributedFileSystem fs) throws Exception {
    for (int i = 0; i < FILES; i++) {
      Path path = path(i);
      Waits.until(path + " has three", LIMIT, () -> locations(fs, path).size() == 3);
    }
  }

  private static NumberReplicas counted(SlowCluster cluster, Path path) throws Exception {
    BlockManager blocks = cluster.dfs.getNamesystem().getBlockManager();
    BlockInfo block =
        blocks.getStoredBlock(DFSTestUtil.getFirstBlock(cluster.fs, path).getLocalBlock());
    return blocks.countNodes(block);
  }

  @Test
  void itsReplicasDoNotCountAndStayUntilItRecovers() throws Exception {
    try (SlowCluster cluster = new SlowCluster(folder, configuration(), 4, 1)) {
      write(cluster.fs);
      String slow = locations(cluster.fs, path(0)).get(0);
      cluster.setSlow(slow, true);
      awaitReplaced(cluster.fs, slow);
      assertThat(locations(cluster.fs, path(0))).hasSize(4).endsWith(slow);
      NumberReplicas counted = counted(cluster, path(0));
      assertThat(counted.liveReplicas()).isEqualTo(3);
      assertThat(counted.decommissioning()).isEqualTo(1);

      cluster.setSlow(slow, false);
      awaitThree(cluster.fs);
      Waits.until("all count again", LIMIT, () -> counted(cluster, path(0)).liveReplicas() == 3);
      assertThat(counted(cluster, path(0)).decommissioning()).isZero();
      for (int i = 0; i < FILES; i++) {
        assertThat(DFSTestUtil.readFileAsBytes(cluster.fs, path(i))).isEqualTo(bytes);
      }
    }
  }

  @Test
  @Tag("slow")
  void theOnlyReplicaIsCopiedFromIt() throws Exception {
    try (SlowCluster cluster = new SlowCluster(folder, configuration(), 3, 1)) {
      Path path = new Path("/single");
      try (FSDataOutputStream out = cluster.fs.create(path, (short) 1)) {
        out.write(bytes);
      }
      Waits.until("it is one", LIMIT, () -> locations(cluster.fs, path).size() == 1);
      String slow = locations(cluster.fs, path).get(0);
      cluster.setSlow(slow, true);
      Waits.until("there are two", LIMIT, () -> locations(cluster.fs, path).size() == 2);
      assertThat(locations(cluster.fs, path)).endsWith(slow);
      cluster.setSlow(slow, false);
      Waits.until("it is one again", LIMIT, () -> locations(cluster.fs, path).size() == 1);
      assertThat(DFSTestUtil.readFileAsBytes(cluster.fs, path)).isEqualTo(bytes);
    }
  }

  /** Surplus replicas are chosen among those that count. */
  @Test
  @Tag("slow")
  void fewerReplicasLeaveEnoughThatCount() throws Exception {
    try (SlowCluster cluster = new SlowCluster(folder, configuration(), 4, 1)) {
      write(cluster.fs);
      String slow = locations(cluster.fs, path(0)).get(0);
      cluster.setSlow(slow, true);
      awaitReplaced(cluster.fs, slow);
      cluster.fs.setReplication(path(0), (short) 2);
      Waits.until("one went", LIMIT, () -> locations(cluster.fs, path(0)).size() == 3);
      assertThat(locations(cluster.fs, path(0))).endsWith(slow);
      assertThat(counted(cluster, path(0)).liveReplicas()).isEqualTo(2);
    }
  }

  @Test
  @Tag("slow")
  void aVolumeThatHangsIsReplacedAndComesBack() throws Exception {
    Configuration conf = configuration();
    conf.set("dfs.tiered.volume.hang.timeout", "2s");
    try (SlowCluster cluster = new SlowCluster(folder, conf, 4, 1)) {
      write(cluster.fs);
      String storageId = locations(cluster.fs, path(0)).get(0);
      StuckVolume volume = cluster.stick(cluster.nodeOf(storageId), storageId, StuckVolume.CHANGES);
      cluster.call(storageId, OPERATION.MKDIRS);
      awaitReplaced(cluster.fs, storageId);
      volume.answer();
      awaitThree(cluster.fs);
    }
  }

  @Test
  @Tag("slow")
  void aStandbyKnowsAndGoesOnWhenItBecomesActive() throws Exception {
    try (SlowCluster cluster = SlowCluster.highlyAvailable(folder, configuration(), 4)) {
      DistributedFileSystem fs = HATestUtil.configureFailoverFs(cluster.dfs, configuration());
      write(fs);
      String slow = locations(fs, path(0)).get(0);
      cluster.setSlow(slow, true);
      awaitReplaced(fs, slow);
      cluster.dfs.transitionToStandby(0);
      cluster.dfs.transitionToActive(1);
      cluster.dfs.triggerBlockReports();
      assertThat(locations(fs, path(0))).hasSize(4);
      cluster.setSlow(slow, false);
      awaitThree(fs);
      cluster.setSlow(slow, true);
      awaitReplaced(fs, slow);
    }
  }
}
