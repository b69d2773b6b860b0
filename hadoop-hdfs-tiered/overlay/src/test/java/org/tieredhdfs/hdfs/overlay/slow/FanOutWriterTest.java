package org.tieredhdfs.hdfs.overlay.slow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hbase.io.asyncfs.AsyncFSOutput;
import org.apache.hadoop.hbase.io.asyncfs.AsyncFSOutputHelper;
import org.apache.hadoop.hbase.io.asyncfs.monitor.StreamSlowMonitor;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hbase.thirdparty.io.netty.channel.EventLoopGroup;
import org.apache.hbase.thirdparty.io.netty.channel.nio.NioEventLoopGroup;
import org.apache.hbase.thirdparty.io.netty.channel.socket.nio.NioSocketChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tieredhdfs.waits.Waits;

/**
 * That HBase's write-ahead log, written by HBase's own code to each DataNode apart, does not wait
 * for a volume that does not answer, and that a client of HDFS with one replica does.
 */
@Tag("slow")
@Timeout(300)
class FanOutWriterTest {
  private static final int BYTES = 100_000;
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final Path LOG = new Path("/log");
  private static final Path NEXT_LOG = new Path("/next-log");

  @TempDir File folder;
  private final byte[] bytes = new byte[2 * BYTES];
  private final Configuration conf = SlowCluster.configuration();
  private final EventLoopGroup connections = new NioEventLoopGroup(2);
  private final ExecutorService writers = Executors.newCachedThreadPool();

  FanOutWriterTest() {
    new Random(1).nextBytes(bytes);
    // How soon HBase asks again whether a log is closed
    conf.setInt("hbase.lease.recovery.first.pause", 500);
    conf.setInt("hbase.lease.recovery.dfs.timeout", 2_000);
  }

  @AfterEach
  void endWriters() {
    writers.shutdownNow();
    assertThat(connections.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(40_000))
        .isTrue();
  }

  /** Far below the timeouts of clients, far above what it takes. */
  private <T> T within(Callable<T> action) throws Exception {
    return writers.submit(action).get(40, TimeUnit.SECONDS);
  }

  private AsyncFSOutput create(SlowCluster cluster, Path path, int replication) throws Exception {
    return within(
        () ->
            AsyncFSOutputHelper.createOutput(
                cluster.fs,
                path,
                true,
                true,
                (short) replication,
                cluster.fs.getDefaultBlockSize(path),
                connections,
                NioSocketChannel.class,
                StreamSlowMonitor.create(conf, "test"),
                false));
  }

  private Future<Long> append(AsyncFSOutput out, int from) {
    out.write(bytes, from, BYTES);
    return out.flush(false);
  }

  private static byte[] content(SlowCluster cluster, Path path) throws IOException {
    return DFSTestUtil.readFileAsBytes(cluster.fs, path);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void itIsCutOffAndTheNextLogIsWrittenElsewhere(int replication) throws Exception {
    try (SlowCluster cluster = new SlowCluster(folder, conf, 4, 1)) {
      AsyncFSOutput out = create(cluster, LOG, replication);
      append(out, 0).get(40, TimeUnit.SECONDS);
      DatanodeInfo[] nodes = out.getPipeline();
      DatanodeInfo info = nodes[replication - 1];
      DataNode bad = cluster.node(info);
      StuckVolume volume = cluster.stick(bad, cluster.storageOf(bad, LOG), StuckVolume.CHANGES);
      Future<Long> lost = append(out, BYTES);
      assertThatThrownBy(() -> lost.get(40, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(IOException.class);
      // It did not wait for the volume, which is stuck
      assertThat(volume.waiting()).isPositive();
      assertThat(out.isBroken()).isTrue();
      Waits.until("it is counted", LIMIT, () -> SlowCluster.cutOff(bad) == 1);

      // As HBase rolls its log: what was not acknowledged is appended to another
      AsyncFSOutput next = create(cluster, NEXT_LOG, replication);
      append(next, BYTES).get(40, TimeUnit.SECONDS);
      assertThat(next.getPipeline()).doesNotContain(info);
      within(
          () -> {
            next.close();
            return true;
          });
      assertThat(content(cluster, NEXT_LOG)).isEqualTo(Arrays.copyOfRange(bytes, BYTES, 2 * BYTES));
      assertThat(volume.waiting()).isPositive();

      volume.answer();
      out.recoverAndClose(null);
      assertThat(cluster.fs.isFileClosed(LOG)).isTrue();
      byte[] log = content(cluster, LOG);
      assertThat(log)
          .isEqualTo(Arrays.copyOf(bytes, log.length))
          .hasSizeGreaterThanOrEqualTo(BYTES);
    }
  }

  /** HBase excludes the DataNode that closes the connection, and asks for others. */
  @Test
  void itIsCutOffAlsoWhileItCreatesTheReplica() throws Exception {
    conf.set("dfs.tiered.type.RAMDISK.cutoff.timeout", "400ms");
    // A custom type: the DataNode then knows which storage the NameNode chose
    List<StorageType> volumes = List.of(StorageType.valueOf("RAMDISK"));
    try (SlowCluster cluster = new SlowCluster(folder, conf, 3, volumes)) {
      cluster.fs.setStoragePolicy(new Path("/"), "ALL_RAMDISK");
      DataNode bad = cluster.dfs.getDataNodes().get(1);
      StuckVolume volume = cluster.stick(bad, cluster.storage(bad), StuckVolume.CHANGES);
      AsyncFSOutput out = create(cluster, LOG, 3);
      assertThat(out.getPipeline())
          .hasSize(2)
          .extracting(DatanodeInfo::getDatanodeUuid)
          .doesNotContain(bad.getDatanodeUuid());
      append(out, 0).get(40, TimeUnit.SECONDS);
      within(
          () -> {
            out.close();
            return true;
          });
      Waits.until("it is counted", LIMIT, () -> SlowCluster.cutOff(bad) == 1);
      assertThat(volume.waiting()).isPositive();
      assertThat(content(cluster, LOG)).isEqualTo(Arrays.copyOf(bytes, BYTES));
    }
  }

  /** HBase would end if the head of a log could not be written. */
  @Test
  void aClientOfHdfsWithOneReplicaWaitsBesideItAndSoDoesTheHeadOfALog() throws Exception {
    Path file = new Path("/file");
    try (SlowCluster cluster = new SlowCluster(folder, conf, 3, 1)) {
      FSDataOutputStream plain = cluster.fs.create(file, (short) 1);
      plain.write(bytes, 0, BYTES);
      plain.hflush();
      AsyncFSOutput log = create(cluster, LOG, 3);
      append(log, 0).get(40, TimeUnit.SECONDS);
      AsyncFSOutput next = create(cluster, NEXT_LOG, 3);
      DataNode only = cluster.node(SlowCluster.pipeline(plain)[0]);
      StuckVolume volume = cluster.stick(only, cluster.storageOf(only, file), StuckVolume.CHANGES);
      plain.write(bytes, BYTES, BYTES);
      Future<?> flush =
          writers.submit(
              () -> {
                plain.hflush();
                return null;
              });
      Waits.until("the client is stuck", LIMIT, () -> volume.waiting() > 0);
      Future<Long> head = append(next, 0);
      Waits.until("the head is stuck, too", LIMIT, () -> volume.waiting() > 1);
      // They have waited longer, by the time that the log is cut off
      Future<Long> lost = append(log, BYTES);
      assertThatThrownBy(() -> lost.get(40, TimeUnit.SECONDS))
          .hasCauseInstanceOf(IOException.class);
      assertThat(log.isBroken()).isTrue();
      assertThat(flush.isDone()).isFalse();
      assertThat(head.isDone()).isFalse();
      Waits.until("it is counted", LIMIT, () -> SlowCluster.cutOff(only) == 1);

      volume.answer();
      flush.get(40, TimeUnit.SECONDS);
      plain.close();
      assertThat(head.get(40, TimeUnit.SECONDS)).isEqualTo(BYTES);
      assertThat(content(cluster, file)).isEqualTo(bytes);
      // The client would close them, and fail on the one that is broken
      next.close();
      log.recoverAndClose(null);
    }
  }
}
