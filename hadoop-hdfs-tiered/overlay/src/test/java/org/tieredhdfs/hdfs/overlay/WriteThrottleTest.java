package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.waits.Waits;

/** That writers on volumes of one storage type are held to its rate, and no others. */
@Timeout(300)
class WriteThrottleTest {
  private static final String RATE = "dfs.tiered.type.SSD.write.bytes.per.second";
  private static final Duration WAIT = Duration.ofMinutes(1);
  private static final int MIB = 1 << 20;

  @TempDir File folder;

  private final Configuration conf = TieredMiniCluster.configuration();
  private final ExecutorService pool = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    pool.shutdownNow();
  }

  private OneDatanode start(boolean ours) throws Exception {
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, 256L * MIB);
    OneDatanode node = new OneDatanode(folder, conf, ours, StorageType.SSD, StorageType.DISK);
    for (String policy : new String[] {"ALL_SSD", "HOT"}) {
      node.fs.mkdirs(new Path("/" + policy));
      node.fs.setStoragePolicy(new Path("/" + policy), policy);
    }
    return node;
  }

  /** Writes a file and returns how long that took. */
  private static long write(OneDatanode node, String file, int mebibytes) throws Exception {
    long begin = System.nanoTime();
    try (FSDataOutputStream out = node.fs.create(new Path(file), true)) {
      for (int i = 0; i < mebibytes; i++) {
        out.write(new byte[MIB]);
      }
    }
    return Duration.ofNanos(System.nanoTime() - begin).toMillis();
  }

  private static long waitedMs(OneDatanode node, StorageType type) {
    return TypeMetrics.of(node.cluster.getDataNodes().get(0), type, "WriteThrottleWaitMs");
  }

  @Test
  void writersOfOneTypeShareItsRateAndOthersAreNotHeldUp() throws Exception {
    conf.set(RATE, "2m");
    try (OneDatanode node = start(true)) {
      Future<Long> first = pool.submit(() -> write(node, "/ALL_SSD/first", 4));
      Future<Long> second = pool.submit(() -> write(node, "/ALL_SSD/second", 4));
      Waits.until("writers wait", WAIT, () -> waitedMs(node, StorageType.SSD) > 0);
      write(node, "/HOT/f", 32);
      assertThat(waitedMs(node, StorageType.DISK)).isZero();
      // 8 MiB at 2 MiB a second, but for the burst; the last one ends not before
      assertThat(Math.max(first.get(), second.get())).isGreaterThan(3500);
    }
  }

  @Test
  void runningDatanodeTakesARateForBlocksThatAreBeingWritten() throws Exception {
    try (OneDatanode node = start(false)) {
      DataNode datanode = node.cluster.getDataNodes().get(0);
      assertThat(datanode.isPropertyReconfigurable(RATE)).isTrue();
      try (FSDataOutputStream out = node.fs.create(new Path("/ALL_SSD/f"))) {
        out.write(new byte[8 * MIB]);
        out.hflush();
        assertThat(waitedMs(node, StorageType.SSD)).isZero();
        datanode.reconfigureProperty(RATE, "1m");
        Future<?> rest =
            pool.submit(
                () -> {
                  // two minutes at this rate
                  for (int i = 0; i < 120; i++) {
                    out.write(new byte[MIB]);
                  }
                  return null;
                });
        Waits.until("the writer waits", WAIT, () -> waitedMs(node, StorageType.SSD) > 0);
        datanode.reconfigureProperty(RATE, "0");
        rest.get(4, TimeUnit.MINUTES);
      }
    }
  }
}
