package org.tieredhdfs.mover.service;

import static org.apache.hadoop.test.MetricsAsserts.getLongCounter;
import static org.apache.hadoop.test.MetricsAsserts.getMetrics;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.api.Reason;
import org.tieredhdfs.mover.conf.MoverKeys;

/** What a request waits for, and that it comes to its end, on a cluster. */
class RequestLifeOnClusterTest {
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(120);

  @TempDir static File folder;
  private static MoverCluster cluster;
  private static MoverService service;

  @BeforeAll
  static void start() throws Exception {
    cluster = MoverCluster.alike(folder, StorageType.SSD, StorageType.DISK);
    cluster.conf.set(MoverKeys.SERVICE_STANDBY_INTERVAL.name(), "100ms");
    cluster.conf.set(MoverKeys.SERVICE_OPEN_FILE_DELAY.name(), "200ms");
    cluster.conf.set("dfs.mover.file.service.retry.delay", "200ms");
    cluster.conf.set("dfs.mover.file.service.retry.max.delay", "1s");
    service = MoverService.start(cluster.conf, cluster.fs.getUri());
  }

  @AfterAll
  static void stop() throws Exception {
    service.close();
    cluster.close();
  }

  private static void await(BooleanSupplier condition, String what) throws Exception {
    long deadlineNs = System.nanoTime() + PATIENCE_NS;
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(deadlineNs);
      Thread.sleep(20);
    }
  }

  private static long listings() {
    return getLongCounter("GetListingOps", getMetrics("NameNodeActivity"));
  }

  @Test
  void policyChangesOfADirectoryWithAnOpenFileAreOneRequestThatWaitsForTheFileAlone()
      throws Exception {
    Path open = new Path("/hot/open");
    Path other = cluster.file("/other/file", 1, 1);
    try (FSDataOutputStream out = cluster.fs.create(open, (short) 3)) {
      out.write(new byte[MoverCluster.BLOCK_BYTES + 1]);
      out.hflush();
      for (String policy : new String[] {"ALL_SSD", "HOT", "ALL_SSD"}) {
        cluster.fs.setStoragePolicy(open.getParent(), policy);
        // each is read and walked before the next
        moveAnother(other, policy);
      }
      await(() -> service.open() <= 1, "more than one request is open for one directory");
      long before = listings();
      for (String policy : new String[] {"HOT", "ALL_SSD", "HOT", "ALL_SSD"}) {
        moveAnother(other, policy);
      }
      assertThat(listings()).as("the directory is walked again and again").isEqualTo(before);
      await(() -> service.open() == 1, "more or less than the open file is waited for");
    }
    assertThat(cluster.awaitReplicasByType(open, Map.of("SSD", 6))).isEqualTo(Map.of("SSD", 6));
    await(() -> service.open() == 0, "the request does not end when the file is closed");
  }

  private static void moveAnother(Path other, String policy) throws Exception {
    cluster.fs.setStoragePolicy(other, policy);
    Map<String, Integer> types = Map.of(policy.equals("HOT") ? "DISK" : "SSD", 1);
    assertThat(cluster.awaitReplicasByType(other, types)).isEqualTo(types);
  }

  @Test
  void eventsThatConcernNobodyAreNotReadOneByOne() throws Exception {
    int restMs = 250;
    int shorterRests = 10;
    long beforeNs = System.nanoTime();
    long before = readings();
    for (int i = 0; i < 300; i++) {
      cluster.fs.create(new Path("/unconcerned/" + i)).close();
      Thread.sleep(5);
    }
    long readings = readings() - before;
    long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beforeNs);
    assertThat(before).isPositive();
    assertThat(readings).isLessThan(tookMs / restMs + shorterRests);
  }

  private static long readings() {
    String port = "RpcDetailedActivityForPort" + cluster.dfs.getNameNodePort();
    return getLongCounter("GetEditsFromTxidNumOps", getMetrics(port));
  }

  @Test
  void aFailureThatPassesIsWaitedForOverARestartAndTheFileMovedWhenItHasPassed() throws Exception {
    Path file = cluster.file("/passing/file", 1, 1);
    cluster.fs.setStoragePolicy(file, "COLD");
    long before = failed();
    await(() -> failed() > before, "the file is not tried");
    long once = failed();
    await(
        () -> failed() > once || service.open() == 0,
        "the file is neither tried again nor dropped");
    assertThat(service.open()).as("the request has ended").isPositive();
    service.close();
    service = MoverService.start(cluster.conf, cluster.fs.getUri());
    assertThat(service.open()).isPositive();
    cluster.dfs.startDataNodes(
        cluster.conf,
        1,
        new StorageType[][] {{StorageType.ARCHIVE, StorageType.DISK}},
        true,
        null,
        null,
        null,
        new long[][] {{MoverCluster.ROOM_BYTES, MoverCluster.ROOM_BYTES}},
        null,
        false,
        false,
        false,
        null,
        null,
        null);
    Map<String, Integer> archived = Map.of("ARCHIVE", 1);
    assertThat(cluster.awaitReplicasByType(file, archived)).isEqualTo(archived);
    await(() -> service.open() == 0, "the request does not end");
  }

  private static long failed() {
    return service.report().blocksByReason().getOrDefault(Reason.NO_STORAGE_OF_TYPE, 0L);
  }
}
