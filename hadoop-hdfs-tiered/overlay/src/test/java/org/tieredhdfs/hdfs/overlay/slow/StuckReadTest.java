package org.tieredhdfs.hdfs.overlay.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider.OPERATION;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.health.VolumeCondition;
import org.tieredhdfs.hdfs.transfer.ClientTransfer;
import org.tieredhdfs.hdfs.transfer.Transfers;
import org.tieredhdfs.waits.Waits;

/**
 * That a reader turns to another replica when one kind of its reads does not come back, while the
 * volume opens files, is written to, and answers the canary.
 */
@Tag("slow")
@Timeout(300)
class StuckReadTest {
  private static final int BYTES = 300_000;
  private static final Duration LIMIT = Duration.ofMinutes(1);

  @TempDir File folder;
  private final byte[] bytes = new byte[BYTES];
  private final ExecutorService readers = Executors.newCachedThreadPool();

  @AfterEach
  void endReaders() {
    readers.shutdownNow();
  }

  /** What a DataNode reads for a client. */
  private enum Read {
    DATA(".*\\.readDataFully"),
    CHECKSUMS(".*\\.(readDataChecksum|readChecksumFully)"),
    /** It is not in memory of a replica that was there when the DataNode started. */
    CHECKSUM_OF_LAST_CHUNK(".*WrappedRandomAccessFile\\..*"),
    /** Of a block that is being written. */
    DATA_OF_OPEN_BLOCK(".*\\.readDataFully");

    private final String method;

    Read(String method) {
      this.method = method;
    }

    boolean isMadeBy(StackWalker.StackFrame frame) {
      return (frame.getClassName() + "." + frame.getMethodName()).matches(method);
    }
  }

  private static Configuration configuration() {
    Configuration conf = SlowCluster.configuration();
    // What is stuck here is stuck before Hadoop's provider transfers anything, and is not counted
    conf.setBoolean("dfs.datanode.transferTo.allowed", false);
    // Four times that for a read alone; less, and a busy machine would cut off writers, too
    conf.set("dfs.tiered.type.DISK.cutoff.timeout", "1s");
    return conf;
  }

  private byte[] read(SlowCluster cluster, Path path, boolean atPosition) throws IOException {
    byte[] content = new byte[BYTES];
    try (FSDataInputStream in = cluster.fs.open(path)) {
      if (atPosition) {
        in.readFully(0, content);
      } else {
        in.readFully(content);
      }
    }
    return content;
  }

  /** With one volume for each DataNode, and read in both ways. */
  @ParameterizedTest
  @EnumSource(Read.class)
  void itsReaderIsDroppedAndReadsAnotherReplica(Read kind) throws Exception {
    new Random(1).nextBytes(bytes);
    Path path = new Path("/file");
    try (SlowCluster cluster = new SlowCluster(folder, configuration(), 2, 1)) {
      FSDataOutputStream out = cluster.fs.create(path, (short) 2);
      out.write(bytes);
      out.hflush();
      if (kind != Read.DATA_OF_OPEN_BLOCK) {
        out.close();
        DFSTestUtil.waitReplication(cluster.fs, path, (short) 2);
      }
      if (kind == Read.CHECKSUM_OF_LAST_CHUNK) {
        assertThat(cluster.dfs.restartDataNodes()).isTrue();
        cluster.dfs.waitActive();
        DFSTestUtil.waitReplication(cluster.fs, path, (short) 2);
      }
      DataNode one = cluster.first(path);
      String storage = cluster.storageOf(one, path);
      StuckVolume volume = cluster.stick(one, storage, EnumSet.of(OPERATION.READ), kind::isMadeBy);
      for (int read = 0; SlowCluster.dropped(one) == 0; read++) {
        assertThat(read).isLessThan(100);
        boolean atPosition = read % 2 == 0;
        Future<byte[]> content = readers.submit(() -> read(cluster, path, atPosition));
        // Far below the minute after which clients give up by themselves
        assertThat(content.get(40, TimeUnit.SECONDS)).isEqualTo(bytes);
      }
      // It did not wait for the volume, and was not sent there again
      assertThat(volume.waiting()).isPositive();
      assertThat(SlowCluster.dropped(one)).isEqualTo(1);

      volume.answer();
      out.close();
      awaitIdle(cluster.state(storage));
      for (boolean atPosition : new boolean[] {true, false}) {
        assertThat(read(cluster, path, atPosition)).isEqualTo(bytes);
      }
    }
  }

  /** Whether all that was counted in is out, and the volume in service. */
  private static void awaitIdle(VolumeState volume) throws Exception {
    Waits.until("no client is known", LIMIT, () -> Transfers.byThread().isEmpty());
    Waits.until(
        "nothing is in flight", LIMIT, () -> volume.threads() == 0 && volume.bytesInFlight() == 0);
    Waits.until(
        "the volume is in service", LIMIT, volume::condition, VolumeCondition.IN_SERVICE::equals);
  }

  @Test
  void theReaderOfAnOnlyReplicaIsDroppedOnceAndServedWhenItComesBack() throws Exception {
    Path path = new Path("/file");
    try (SlowCluster cluster = new SlowCluster(folder, configuration(), 1, 1)) {
      DFSTestUtil.writeFile(cluster.fs, path, bytes);
      DataNode only = cluster.first(path);
      String storage = cluster.storageOf(only, path);
      StuckVolume volume =
          cluster.stick(only, storage, EnumSet.of(OPERATION.READ), Read.DATA::isMadeBy);
      Future<byte[]> content = readers.submit(() -> read(cluster, path, false));
      Waits.until("it is dropped", LIMIT, () -> SlowCluster.dropped(only) > 0);
      Waits.until(
          "it waits",
          LIMIT,
          () -> !Transfers.byThread().values().stream().allMatch(ClientTransfer::canGoOnElsewhere));
      assertThat(content.isDone()).isFalse();
      volume.answer();
      assertThat(content.get(60, TimeUnit.SECONDS)).isEqualTo(bytes);
      assertThat(SlowCluster.dropped(only)).isEqualTo(1);
      awaitIdle(cluster.state(storage));
    }
  }

  /** It notices that it was dropped when it has used what it had received, and retries there. */
  @Test
  void aReaderThatTakesItsTimeReadsAnotherReplica() throws Exception {
    new Random(1).nextBytes(bytes);
    Path path = new Path("/file");
    try (SlowCluster cluster = new SlowCluster(folder, configuration(), 2, 1)) {
      DFSTestUtil.writeFile(cluster.fs, path, bytes);
      DFSTestUtil.waitReplication(cluster.fs, path, (short) 2);
      byte[] content = new byte[BYTES];
      try (FSDataInputStream in = cluster.fs.open(path)) {
        DataNode one =
            cluster.node(((HdfsDataInputStream) in).getAllBlocks().get(0).getLocations()[0]);
        AtomicInteger calls = new AtomicInteger();
        StuckVolume volume =
            cluster.stick(
                one,
                cluster.storageOf(one, path),
                EnumSet.of(OPERATION.READ),
                frame -> Read.DATA.isMadeBy(frame) && calls.incrementAndGet() > 3);
        in.readFully(content, 0, 1);
        Waits.until("it is dropped", LIMIT, () -> SlowCluster.dropped(one) > 0);
        // Later than a client that retries immediately
        Thread.sleep(2_000);
        Future<?> rest =
            readers.submit(
                () -> {
                  in.readFully(content, 1, BYTES - 1);
                  return null;
                });
        rest.get(40, TimeUnit.SECONDS);
        assertThat(content).isEqualTo(bytes);
        assertThat(volume.waiting()).isPositive();
        assertThat(SlowCluster.dropped(one)).isEqualTo(1);
        volume.answer();
      }
    }
  }

  /** It has no name that could be told from another's, and does not come back. */
  @Test
  void whoAsksForTheChecksumOfAFileWaits() throws Exception {
    Path path = new Path("/file");
    try (SlowCluster cluster = new SlowCluster(folder, configuration(), 1, 1)) {
      DFSTestUtil.writeFile(cluster.fs, path, bytes);
      DataNode only = cluster.first(path);
      String storage = cluster.storageOf(only, path);
      StuckVolume volume =
          cluster.stick(
              only,
              storage,
              EnumSet.of(OPERATION.READ),
              frame -> frame.getClassName().contains("BlockChecksumHelper"));
      Future<?> checksum = readers.submit(() -> cluster.fs.getFileChecksum(path));
      Waits.until("it waits", LIMIT, () -> volume.waiting() > 0);
      // Others would have been dropped several times
      Thread.sleep(8_000);
      assertThat(checksum.isDone()).isFalse();
      assertThat(SlowCluster.dropped(only)).isZero();
      volume.answer();
      assertThat(checksum.get(60, TimeUnit.SECONDS)).isNotNull();
      awaitIdle(cluster.state(storage));
    }
  }
}
