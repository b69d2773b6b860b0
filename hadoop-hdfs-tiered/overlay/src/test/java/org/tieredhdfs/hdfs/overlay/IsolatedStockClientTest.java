package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.BLOCK_BYTES;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.ROOM_BYTES;

import java.io.File;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory;
import org.tieredhdfs.hdfs.limit.TransferPlace;
import org.tieredhdfs.hdfs.limit.TypeLimits;

/** A client of stock classes on a cluster of ours, block tokens on. */
class IsolatedStockClientTest {
  private static final long LIMIT_SEC = 120;

  @TempDir File folder;
  @TempDir File classes;
  private TieredMiniCluster cluster;
  private StockHadoop stock;
  private UnaryOperator<Map<String, String>> client;

  @BeforeEach
  void start() throws Exception {
    Map<String, String> settings =
        Map.of(
            DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY,
            "true",
            DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY,
            TieredFsDatasetFactory.class.getName());
    cluster = new TieredMiniCluster(folder, settings, ROOM_BYTES, ROOM_BYTES, ROOM_BYTES);
    stock = new StockHadoop(classes.toPath(), IsolatedStockClient.class);
    client = stock.make(IsolatedStockClient.class);
  }

  @AfterEach
  void stop() throws Exception {
    cluster.close();
    stock.close();
  }

  private Map<String, String> task(Path file, int replication) {
    Map<String, String> task = new HashMap<>();
    task.put("fs", cluster.fs.getUri().toString());
    task.put("file", file.toString());
    task.put("replication", Integer.toString(replication));
    task.put("block", Integer.toString(BLOCK_BYTES));
    return task;
  }

  private Map<String, Integer> replicasByType(Path file, int replication) throws Exception {
    DFSTestUtil.waitReplication(cluster.fs, file, (short) replication);
    return cluster.replicasByType(file);
  }

  @Test
  void itsBlocksGoWhereThePolicySays() throws Exception {
    Path all = new Path(cluster.directory("all", "ALL_RAMDISK"), "file");
    Path one = new Path(cluster.directory("one", "ONE_RAMDISK"), "file");
    Path hot = new Path(cluster.directory("hot", "HOT"), "file");

    for (Path file : List.of(all, one, hot)) {
      assertThat(client.apply(task(file, 3))).isEqualTo(Map.of("blocks", "3", "hosts", "3"));
    }

    assertThat(replicasByType(all, 3)).isEqualTo(Map.of("RAMDISK", 9));
    assertThat(replicasByType(one, 3)).isEqualTo(Map.of("RAMDISK", 3, "DISK", 6));
    assertThat(replicasByType(hot, 3)).isEqualTo(Map.of("DISK", 9));
  }

  @Test
  void aDatanodeThatItLosesInMidBlockIsReplacedOnTheSameType() throws Exception {
    Path file = new Path(cluster.directory("ram", "ALL_RAMDISK"), "file");
    Map<String, String> task = task(file, 2);
    String pause = "stock.client.test." + System.nanoTime();
    task.put("pause", pause);
    CompletableFuture<Map<String, String>> running =
        CompletableFuture.supplyAsync(() -> client.apply(task));
    try {
      while (!running.isDone() && !"reached".equals(System.getProperty(pause))) {
        TimeUnit.MILLISECONDS.sleep(10);
      }
      LocatedBlock open =
          cluster.fs.getClient().getLocatedBlocks(file.toString(), 0).getLastLocatedBlock();
      cluster.dfs.stopDataNode(open.getLocations()[1].getXferAddr());
    } finally {
      System.setProperty(pause, "go on");
    }

    running.get(LIMIT_SEC, TimeUnit.SECONDS);

    assertThat(replicasByType(file, 2).keySet()).containsExactly("RAMDISK");
  }

  @Test
  void clientOfADatanodeWithTooManyWritersWritesToOthers() throws Exception {
    DataNode full = cluster.dfs.getDataNodes().get(0);
    full.reconfigureProperty("dfs.tiered.type.DISK.transfer.wait", "0");
    full.reconfigureProperty("dfs.tiered.type.DISK.writers.max", "1");
    // with two replicas it is now the first DataNode of a pipeline, now the second
    try (TransferPlace only = TypeLimits.of(full).write("DISK", true)) {
      assertThat(only).isNotNull();
      for (int i = 0; i < 4; i++) {
        Path file = new Path("/elsewhere-" + i);
        assertThat(client.apply(task(file, 2))).containsEntry("hosts", "2");
        for (LocatedBlock block :
            cluster.fs.getClient().getLocatedBlocks(file.toString(), 0).getLocatedBlocks()) {
          assertThat(block.getLocations())
              .noneMatch(node -> node.getDatanodeUuid().equals(full.getDatanodeUuid()));
        }
      }
    }
    assertThat(TypeMetrics.of(full, StorageType.DISK, "RefusedWriters")).isPositive();
    assertThat(client.apply(task(new Path("/everywhere"), 3))).containsEntry("hosts", "3");
  }
}
