package org.tieredhdfs.hdfs.overlay.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.health.VolumeHealth;
import org.tieredhdfs.waits.Waits;

/**
 * Volumes that are replaced and recover while files come and go and several threads do the
 * NameNode's work at once.
 */
@Tag("slow")
@Timeout(600)
class ReplacedVolumesStressTest {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final int NODES = 6;
  private static final int FILES = 40;
  private static final int ROUNDS = 15;

  @TempDir File folder;
  private final AtomicBoolean isOver = new AtomicBoolean();
  private final AtomicInteger files = new AtomicInteger();
  private final AtomicInteger replaced = new AtomicInteger();

  private static Configuration configuration() {
    Configuration conf = SlowCluster.configuration();
    conf.set("dfs.tiered.volume.exclusion.replace.after", "500ms");
    conf.set("dfs.tiered.volume.exclusion.max.share", "0.34");
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY, 1);
    return conf;
  }

  private static Path path(int file) {
    return new Path("/file" + file);
  }

  private static byte[] content(int file) {
    byte[] bytes = new byte[10_000];
    new Random(file).nextBytes(bytes);
    return bytes;
  }

  private static void write(SlowCluster cluster, int file) throws Exception {
    try (FSDataOutputStream out = cluster.fs.create(path(file), (short) 3)) {
      out.write(content(file));
    }
  }

  /** A file more and one less. */
  private Void change(SlowCluster cluster) throws Exception {
    while (!isOver.get()) {
      int file = files.getAndIncrement();
      write(cluster, file);
      cluster.fs.delete(path(file - FILES), false);
    }
    return null;
  }

  private Void work(SlowCluster cluster) throws Exception {
    BlockManager blocks = cluster.dfs.getNamesystem().getBlockManager();
    while (!isOver.get()) {
      BlockManagerTestUtil.getComputedDatanodeWork(blocks);
      replaced.accumulateAndGet(VolumeHealth.of(blocks).replaced().size(), Math::max);
      TimeUnit.MILLISECONDS.sleep(20);
    }
    return null;
  }

  private static List<String> storages(SlowCluster cluster) throws Exception {
    List<String> storages = new ArrayList<>();
    for (DataNode node : cluster.dfs.getDataNodes()) {
      Arrays.stream(
              node.getFSDataset().getStorageReports(cluster.dfs.getNamesystem().getBlockPoolId()))
          .forEach(report -> storages.add(report.getStorage().getStorageID()));
    }
    return storages;
  }

  private static int live(SlowCluster cluster, Path path) throws Exception {
    BlockManager blocks = cluster.dfs.getNamesystem().getBlockManager();
    BlockInfo block =
        blocks.getStoredBlock(DFSTestUtil.getFirstBlock(cluster.fs, path).getLocalBlock());
    return blocks.countNodes(block).liveReplicas();
  }

  private static int known(SlowCluster cluster, Path path) throws Exception {
    return cluster
        .fs
        .getClient()
        .getLocatedBlocks(path.toString(), 0)
        .getLocatedBlocks()
        .get(0)
        .getLocations()
        .length;
  }

  @Test
  void inTheEndEachBlockHasAsManyReplicasAsItShould() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (SlowCluster cluster = new SlowCluster(folder, configuration(), NODES, 1)) {
      for (int i = 0; i < FILES; i++) {
        write(cluster, files.getAndIncrement());
      }
      List<Future<Void>> running =
          List.of(
              threads.submit(() -> change(cluster)),
              threads.submit(() -> work(cluster)),
              threads.submit(() -> work(cluster)));
      List<String> storages = storages(cluster);
      Random random = new Random(1);
      for (int round = 0; round < ROUNDS; round++) {
        for (String storage : storages) {
          cluster.setSlow(storage, random.nextInt(3) == 0);
        }
        cluster.dfs.triggerHeartbeats();
        TimeUnit.MILLISECONDS.sleep(random.nextInt(2_000));
      }
      isOver.set(true);
      for (Future<Void> one : running) {
        one.get(2, TimeUnit.MINUTES);
      }
      assertThat(replaced.get()).isBetween(1, NODES / 3);
      for (String storage : storages) {
        cluster.setSlow(storage, false);
      }
      for (int i = files.get() - FILES; i < files.get(); i++) {
        Path path = path(i);
        Waits.until(path + " has three that count", LIMIT, () -> live(cluster, path) == 3);
        Waits.until(path + " has no other", LIMIT, () -> known(cluster, path) == 3);
        assertThat(DFSTestUtil.readFileAsBytes(cluster.fs, path)).isEqualTo(content(i));
      }
    } finally {
      isOver.set(true);
      threads.shutdownNow();
    }
  }
}
