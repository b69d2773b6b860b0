package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider.OPERATION;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.test.MetricsAsserts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.datanode.conf.DatanodeKeys;
import org.tieredhdfs.waits.LiveFiles;
import org.tieredhdfs.waits.Waits;

/** Lazy persist and evictions from RAM_DISK while the disk that they go to does not answer. */
@Timeout(300)
class RamDiskTest {
  private static final int BLOCK_BYTES = 64 * 1024;
  private static final int BLOCKS_IN_MEMORY = 4;
  private static final int ROUNDS = 4;

  private final NativeIO.POSIX.CacheManipulator locking = NativeIO.POSIX.getCacheManipulator();

  @TempDir File folder;

  @BeforeEach
  void countMemoryWithoutLockingIt() {
    NativeIO.POSIX.setCacheManipulator(new NativeIO.POSIX.NoMlockCacheManipulator());
  }

  @AfterEach
  void lockAgain() {
    NativeIO.POSIX.setCacheManipulator(locking);
  }

  private OneNode start() throws Exception {
    Configuration conf = OneNode.configuration(true);
    conf.setInt(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK_BYTES);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, 0);
    conf.setLong(
        DFSConfigKeys.DFS_DATANODE_MAX_LOCKED_MEMORY_KEY, (long) BLOCKS_IN_MEMORY * BLOCK_BYTES);
    conf.setInt(DFSConfigKeys.DFS_DATANODE_LAZY_WRITER_INTERVAL_SEC, 1);
    // What waits must not be let off because the volume is known to hang
    conf.set(DatanodeKeys.HANG_TIMEOUT.name(), "1h");
    return new OneNode(folder, conf, StorageType.RAM_DISK, StorageType.SSD, StorageType.DISK);
  }

  private static org.apache.hadoop.fs.Path lazy(int number) {
    return new org.apache.hadoop.fs.Path("/lazy" + number);
  }

  private static void createLazy(OneNode node, int number) throws Exception {
    DFSTestUtil.createFile(
        node.fs, lazy(number), true, 4096, BLOCK_BYTES, BLOCK_BYTES, (short) 1, number, false);
  }

  /** By the metric, too: a file that is there may be one that is still being copied. */
  private static void awaitPersisted(OneNode node, int ever, int now) throws Exception {
    Waits.until(
        "all are persisted",
        Duration.ofMinutes(1),
        () -> everPersisted(node) == ever && copies(node) == now);
  }

  private static long everPersisted(OneNode node) {
    return MetricsAsserts.getLongCounter(
        "RamDiskBlocksLazyPersisted", MetricsAsserts.getMetrics(node.datanode.getMetrics().name()));
  }

  private static long copies(OneNode node) throws IOException {
    return LiveFiles.under(Path.of(node.volume(StorageType.DISK).getBaseURI())).stream()
        .filter(file -> file.toString().contains("lazypersist"))
        .filter(file -> String.valueOf(file.getFileName()).matches("blk_\\d+"))
        .count();
  }

  /** Fills the memory, and lets a writer of one block more meet a disk that does not answer. */
  private static Background<Boolean> evictToHungDisk(OneNode node) throws Exception {
    for (int i = 0; i < BLOCKS_IN_MEMORY; i++) {
      createLazy(node, i);
    }
    awaitPersisted(node, BLOCKS_IN_MEMORY, BLOCKS_IN_MEMORY);
    node.fault.hang(node.volume(StorageType.DISK), VolumeFault.ALL);
    Background<Boolean> writer =
        new Background<>(
            "writer to RAM_DISK",
            () -> {
              createLazy(node, BLOCKS_IN_MEMORY);
              return true;
            });
    Waits.until("an eviction is stuck", Duration.ofMinutes(1), () -> node.fault.stuck() > 0);
    return writer;
  }

  private static Background<Boolean> usersOfTheSsd(OneNode node) {
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(OneNode.SSD, "f");
    return new Background<>(
        "users of the SSD volume",
        () -> {
          for (int i = 0; i < 10; i++) {
            DFSTestUtil.createFile(node.fs, file, BLOCK_BYTES, (short) 1, i);
            DFSTestUtil.readFile(node.fs, file);
            DFSTestUtil.appendFile(node.fs, file, 512);
            node.fs.delete(file, false);
          }
          DataNodeTestUtils.triggerHeartbeat(node.datanode);
          DataNodeTestUtils.triggerBlockReport(node.datanode);
          return true;
        });
  }

  @Test
  void nobodyElseWaitsForAnEviction() throws Exception {
    try (OneNode node = start()) {
      Background<Boolean> writer = evictToHungDisk(node);
      assertThat(usersOfTheSsd(node).get(30_000)).isTrue();
      // In memory, and not the one that is being evicted
      assertThat(DFSTestUtil.readFileAsBytes(node.fs, lazy(BLOCKS_IN_MEMORY - 1)))
          .hasSize(BLOCK_BYTES);
      assertThat(node.fault.stuck()).isPositive();
      node.fault.answer();
      assertThat(writer.get(30_000)).isTrue();
      for (int i = 0; i <= BLOCKS_IN_MEMORY; i++) {
        assertThat(DFSTestUtil.readFileAsBytes(node.fs, lazy(i))).hasSize(BLOCK_BYTES);
      }
    }
  }

  @Test
  void nobodyElseWaitsForLazyPersist() throws Exception {
    try (OneNode node = start()) {
      // Stock puts the copy down to the volume that it reads
      node.fault.hang(node.volume(StorageType.RAM_DISK), EnumSet.of(OPERATION.NATIVE_COPY));
      createLazy(node, 0);
      Waits.until("the copy is stuck", Duration.ofMinutes(1), () -> node.fault.stuck() > 0);
      createLazy(node, 1);
      assertThat(usersOfTheSsd(node).get(30_000)).isTrue();
      assertThat(DFSTestUtil.readFileAsBytes(node.fs, lazy(0))).hasSize(BLOCK_BYTES);
      assertThat(node.fault.stuck()).isPositive();
      node.fault.answer();
      awaitPersisted(node, 2, 2);
    }
  }

  /** Each needs what one eviction frees, and all come at once. */
  @Test
  void concurrentWritersEachGetTheMemoryThatTheyHadFreed() throws Exception {
    try (OneNode node = start()) {
      int made = 0;
      for (int round = 0; round <= ROUNDS; round++) {
        CyclicBarrier together = new CyclicBarrier(BLOCKS_IN_MEMORY);
        List<Background<Boolean>> writers = new ArrayList<>();
        for (int i = 0; i < BLOCKS_IN_MEMORY; i++) {
          int number = made++;
          writers.add(
              new Background<>(
                  "writer " + number,
                  () -> {
                    together.await();
                    createLazy(node, number);
                    return true;
                  }));
        }
        for (Background<Boolean> writer : writers) {
          assertThat(writer.get(60_000)).isTrue();
        }
        awaitPersisted(node, made, BLOCKS_IN_MEMORY);
      }
      MetricsRecordBuilder metrics = MetricsAsserts.getMetrics(node.datanode.getMetrics().name());
      MetricsAsserts.assertCounter("RamDiskBlocksWriteFallback", 0L, metrics);
      MetricsAsserts.assertCounter("RamDiskBlocksWrite", (long) made, metrics);
      for (int i = 0; i < made; i++) {
        assertThat(DFSTestUtil.readFileAsBytes(node.fs, lazy(i))).hasSize(BLOCK_BYTES);
      }
    }
  }
}
