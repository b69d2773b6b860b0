package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.limit.TransferPlace;
import org.tieredhdfs.hdfs.limit.TypeLimits;
import org.tieredhdfs.waits.Waits;

/** That a storage type has as many readers and writers as it may have, and others have theirs. */
@Timeout(300)
class TransferLimitsTest {
  private static final Duration WAIT = Duration.ofMinutes(1);
  private static final int BYTES = 1 << 20;

  @TempDir File folder;

  private final Configuration conf = TieredMiniCluster.configuration();
  private final ExecutorService pool = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    pool.shutdownNow();
  }

  private OneDatanode start(boolean ours) throws Exception {
    conf.setLong("dfs.blocksize", 2L * BYTES);
    conf.setInt("dfs.client.retry.window.base", 10);
    OneDatanode node = new OneDatanode(folder, conf, ours, StorageType.SSD, StorageType.DISK);
    for (String policy : new String[] {"ALL_SSD", "HOT"}) {
      node.fs.mkdirs(new Path("/" + policy));
      node.fs.setStoragePolicy(new Path("/" + policy), policy);
    }
    return node;
  }

  private static DataNode datanode(OneDatanode node) {
    return node.cluster.getDataNodes().get(0);
  }

  private static long metric(OneDatanode node, StorageType type, String name) {
    return TypeMetrics.of(datanode(node), type, name);
  }

  private static void write(OneDatanode node, String file) throws IOException {
    try (FSDataOutputStream out = node.fs.create(new Path(file), true)) {
      out.write(new byte[BYTES]);
    }
  }

  private static int read(OneDatanode node, String file) throws IOException {
    try (FSDataInputStream in = node.fs.open(new Path(file))) {
      return in.readAllBytes().length;
    }
  }

  @Test
  void newReplicaBeyondTheLimitOfItsTypeIsRefused() throws Exception {
    conf.set("dfs.tiered.type.SSD.writers.max", "1");
    conf.set("dfs.tiered.type.SSD.transfer.wait", "0");
    try (OneDatanode node = start(true)) {
      try (FSDataOutputStream open = node.fs.create(new Path("/ALL_SSD/open"))) {
        open.write(1);
        open.hflush();
        assertThat(metric(node, StorageType.SSD, "Writers")).isOne();
        assertThatThrownBy(() -> write(node, "/ALL_SSD/refused"))
            .hasMessageContaining("could only be written to 0 of the 1 minReplication nodes");
        assertThat(metric(node, StorageType.SSD, "RefusedWriters")).isPositive();
        assertThatThrownBy(() -> TypeLimits.of(datanode(node)).write("SSD", true))
            .hasMessage(
                "1 blocks of SSD are in progress, as many as dfs.tiered.type.SSD.writers.max"
                    + " allows; waited for 0 ms");
        write(node, "/HOT/f");
        assertThat(metric(node, StorageType.DISK, "RefusedWriters")).isZero();
      }
      Waits.until("it has ended", WAIT, () -> metric(node, StorageType.SSD, "Writers") == 0);
      write(node, "/ALL_SSD/later");
      assertThat(read(node, "/ALL_SSD/later")).isEqualTo(BYTES);
    }
  }

  @Test
  void writerWaitsForAPlace() throws Exception {
    conf.set("dfs.tiered.type.SSD.writers.max", "1");
    conf.set("dfs.tiered.type.SSD.transfer.wait", "30s");
    try (OneDatanode node = start(false)) {
      TransferPlace held = TypeLimits.of(datanode(node)).write("SSD", true);
      Future<?> writer =
          pool.submit(
              () -> {
                write(node, "/ALL_SSD/f");
                return null;
              });
      Waits.until("it waits", WAIT, () -> metric(node, StorageType.SSD, "WaitingWriters") == 1);
      write(node, "/HOT/f");
      held.close();
      writer.get();
      assertThat(metric(node, StorageType.SSD, "RefusedWriters")).isZero();
    }
  }

  @Test
  void appendIsNotRefusedSinceItsReplicaIsHere() throws Exception {
    conf.set("dfs.tiered.type.SSD.writers.max", "1");
    conf.set("dfs.tiered.type.SSD.transfer.wait", "0");
    try (OneDatanode node = start(true)) {
      write(node, "/ALL_SSD/f");
      Waits.until("it has ended", WAIT, () -> metric(node, StorageType.SSD, "Writers") == 0);
      try (TransferPlace held = TypeLimits.of(datanode(node)).write("SSD", true);
          FSDataOutputStream out = node.fs.append(new Path("/ALL_SSD/f"))) {
        out.write(new byte[10]);
        out.hflush();
        assertThat(held).isNotNull();
        assertThat(metric(node, StorageType.SSD, "Writers")).isEqualTo(2);
      }
      assertThat(read(node, "/ALL_SSD/f")).isEqualTo(BYTES + 10);
    }
  }

  @Test
  void readerBeyondTheLimitOfItsTypeWaitsOrIsRefused() throws Exception {
    try (OneDatanode node = start(true)) {
      write(node, "/ALL_SSD/f");
      write(node, "/HOT/f");
      DataNode datanode = datanode(node);
      datanode.reconfigureProperty("dfs.tiered.type.SSD.readers.max", "1");
      datanode.reconfigureProperty("dfs.tiered.type.SSD.transfer.wait", "30s");
      TransferPlace held = TypeLimits.of(datanode).read("SSD");
      Future<Integer> reader = pool.submit(() -> read(node, "/ALL_SSD/f"));
      Waits.until("it waits", WAIT, () -> metric(node, StorageType.SSD, "WaitingReaders") == 1);
      assertThat(read(node, "/HOT/f")).isEqualTo(BYTES);
      held.close();
      assertThat(reader.get()).isEqualTo(BYTES);
      assertThat(metric(node, StorageType.SSD, "RefusedReaders")).isZero();

      // It gives its place back when its client has all it wanted
      Waits.until("it has ended", WAIT, () -> metric(node, StorageType.SSD, "LimitedReaders") == 0);
      datanode.reconfigureProperty("dfs.tiered.type.SSD.transfer.wait", "0");
      try (TransferPlace again = TypeLimits.of(datanode).read("SSD")) {
        assertThat(again).isNotNull();
        assertThatThrownBy(() -> read(node, "/ALL_SSD/f"))
            .hasMessageContaining("Could not obtain block");
      }
      assertThat(metric(node, StorageType.SSD, "RefusedReaders")).isPositive();
      assertThat(read(node, "/ALL_SSD/f")).isEqualTo(BYTES);
    }
  }

  @Test
  void metricsOfAStoppedDatanodeAreShownNoMore() throws Exception {
    try (OneDatanode node = start(true)) {
      write(node, "/ALL_SSD/f");
      String source = "TieredTypeLimits-" + datanode(node).getDatanodeUuid();
      assertThat(DefaultMetricsSystem.instance().getSource(source)).isNotNull();
      node.cluster.stopDataNode(0);
      assertThat(DefaultMetricsSystem.instance().getSource(source)).isNull();
    }
  }

  @Test
  void readerOfARefusingDatanodeReadsFromAnother() throws Exception {
    Configuration quick = TieredMiniCluster.configuration();
    quick.set("dfs.tiered.type.DISK.readers.max", "1");
    quick.set("dfs.tiered.type.DISK.transfer.wait", "0");
    try (TieredMiniCluster cluster =
        new TieredMiniCluster(
            folder,
            quick,
            TieredMiniCluster.ROOM_BYTES,
            TieredMiniCluster.ROOM_BYTES,
            TieredMiniCluster.ROOM_BYTES)) {
      Path file = cluster.file(cluster.directory("disk", "HOT"), 1);
      DataNode full = cluster.dfs.getDataNodes().get(0);
      try (TransferPlace held = TypeLimits.of(full).read("DISK")) {
        assertThat(held).isNotNull();
        Waits.until(
            "it is asked first",
            WAIT,
            () -> {
              try (FSDataInputStream in = cluster.fs.open(file)) {
                assertThat(in.readAllBytes()).hasSize(TieredMiniCluster.BLOCK_BYTES);
              }
              return TypeMetrics.of(full, StorageType.DISK, "RefusedReaders") > 0;
            });
      }
    }
  }
}
