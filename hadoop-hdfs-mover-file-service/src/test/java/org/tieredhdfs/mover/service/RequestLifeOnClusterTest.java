package org.tieredhdfs.mover.service;

import static org.apache.hadoop.test.MetricsAsserts.getLongCounter;
import static org.apache.hadoop.test.MetricsAsserts.getMetrics;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.api.Reason;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.waits.Waits;

/** What a request waits for, and that it comes to its end, on a cluster. */
class RequestLifeOnClusterTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir static File folder;
  private static MoverCluster cluster;
  private static MoverService service;

  @BeforeAll
  static void start() throws Exception {
    cluster = MoverCluster.alike(folder, StorageType.SSD, StorageType.DISK);
    cluster.conf.set(MoverKeys.SERVICE_STANDBY_INTERVAL.name(), "100ms");
    cluster.conf.set("dfs.mover.file.service.retry.delay", "200ms");
    cluster.conf.set("dfs.mover.file.service.retry.max.delay", "1s");
    service = MoverService.start(cluster.conf, cluster.fs.getUri());
  }

  @AfterAll
  static void stop() throws Exception {
    service.close();
    cluster.close();
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
        awaitNothingButClosing();
      }
      long before = listings();
      for (String policy : new String[] {"HOT", "ALL_SSD", "HOT", "ALL_SSD"}) {
        moveAnother(other, policy);
        awaitNothingButClosing();
      }
      assertThat(listings()).as("the directory is walked again and again").isEqualTo(before);
      Waits.until("the open file alone is waited for", PATIENCE, () -> service.open() == 1);
    }
    assertThat(cluster.awaitReplicasByType(open, Map.of("SSD", 6))).isEqualTo(Map.of("SSD", 6));
    Waits.until("the request ends when the file is closed", PATIENCE, () -> service.open() == 0);
  }

  /**
   * Waits until one request at most is open, and waits for a file to be closed, with all events
   * read: a file may follow its policy before the event of it is.
   */
  private static void awaitNothingButClosing() throws Exception {
    long last = cluster.dfs.getNamesystem().getFSImage().getEditLog().getLastWrittenTxId();
    Waits.until(
        "one request at most is open for one directory, and waits for the file",
        PATIENCE,
        () ->
            service.requests().lastTransaction() >= last
                && service.open() <= 1
                && service.requests().awaitsClosing());
  }

  /**
   * A file that is being written, with one block that is complete, when the service waits for it.
   */
  private static FSDataOutputStream awaitedOpenFile(Path file) throws Exception {
    FSDataOutputStream out = cluster.fs.create(file, (short) 3);
    out.write(new byte[MoverCluster.BLOCK_BYTES + 1]);
    out.hflush();
    cluster.fs.setStoragePolicy(file, "ALL_SSD");
    Waits.until("the file is waited for", PATIENCE, service.requests()::awaitsClosing);
    return out;
  }

  @Test
  void anOpenFileIsNoFailureAndIsFollowedToWhereItIsClosed() throws Exception {
    Path open = new Path("/renamed/while/open");
    try (FSDataOutputStream out = awaitedOpenFile(open)) {
      assertThat(service.report().lastFailures())
          .noneMatch(failure -> failure.sentence().contains(open.toString()));
      cluster.fs.rename(new Path("/renamed/while"), new Path("/renamed/since"));
      out.write(1);
    }
    Path closed = new Path("/renamed/since/open");
    assertThat(cluster.awaitReplicasByType(closed, Map.of("SSD", 6))).isEqualTo(Map.of("SSD", 6));
    Waits.until("the request ends when the file is closed", PATIENCE, () -> service.open() == 0);
  }

  @Test
  void anOpenFileThatIsDeletedOrReplacedIsNotWaitedFor() throws Exception {
    Path deleted = new Path("/deleted/open");
    FSDataOutputStream first = awaitedOpenFile(deleted);
    cluster.fs.delete(deleted, false);
    Waits.until("a deleted file is waited for no longer", PATIENCE, () -> service.open() == 0);
    assertThatThrownBy(first::close).hasMessageContaining("File does not exist");

    Path replaced = new Path("/replaced/open");
    Path other = cluster.file("/replaced/other", 1, 1);
    FSDataOutputStream second = awaitedOpenFile(replaced);
    cluster.fs.rename(other, replaced, Options.Rename.OVERWRITE);
    Waits.until("a replaced file is waited for no longer", PATIENCE, () -> service.open() == 0);
    assertThatThrownBy(second::close).hasMessageContaining("File does not exist");
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
    Waits.until("the file is tried", PATIENCE, () -> failed() > before);
    long once = failed();
    Waits.until(
        "the file is tried again or dropped",
        PATIENCE,
        () -> failed() > once || service.open() == 0);
    assertThat(service.open()).as("the request has ended").isPositive();
    service.close();
    // no DataNode has that type yet, as where some are still to register
    cluster.conf.set("dfs.mover.file.rules", "cold");
    cluster.conf.set("dfs.mover.file.rule.cold.path", "/cold");
    cluster.conf.set("dfs.mover.file.rule.cold.policy", "COLD");
    service = MoverService.start(cluster.conf, cluster.fs.getUri());
    assertThat(service.open()).isPositive();
    Path ruled = new Path("/cold/file");
    cluster.fs.mkdirs(ruled.getParent());
    cluster.fs.rename(cluster.file("/passing/ruled", 1, 1), ruled);
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
    assertThat(cluster.awaitReplicasByType(ruled, archived)).isEqualTo(archived);
    Waits.until("the request ends", PATIENCE, () -> service.open() == 0);
  }

  private static long failed() {
    return service.report().blocksByReason().getOrDefault(Reason.NO_STORAGE_OF_TYPE, 0L);
  }
}
