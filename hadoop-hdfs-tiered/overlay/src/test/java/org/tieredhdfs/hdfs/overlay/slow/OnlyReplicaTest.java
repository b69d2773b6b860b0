package org.tieredhdfs.hdfs.overlay.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider.OPERATION;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.transfer.ClientTransfer;
import org.tieredhdfs.hdfs.transfer.Transfers;
import org.tieredhdfs.waits.Waits;

/** That a reader waits for the volume of an only replica, and is served. */
// a cut-off time of 400 ms: where the disk is busy with other work, other nodes may be cut off, too
@Tag("slow")
@Timeout(300)
class OnlyReplicaTest {
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final EnumSet<OPERATION> READS =
      EnumSet.of(OPERATION.READ, OPERATION.TRANSFER, OPERATION.OPEN);

  @TempDir File folder;
  private final ExecutorService readers = Executors.newCachedThreadPool();

  @AfterEach
  void endReaders() {
    readers.shutdownNow();
  }

  @Test
  void itsReaderIsDroppedOnceAndServedWhenItComesBack() throws Exception {
    byte[] bytes = new byte[300_000];
    Path path = new Path("/file");
    try (SlowCluster cluster = new SlowCluster(folder, SlowCluster.configuration(), 1, 2)) {
      DFSTestUtil.writeFile(cluster.fs, path, bytes);
      DataNode only = cluster.dfs.getDataNodes().get(0);
      StuckVolume volume = cluster.stick(only, cluster.storageOf(only, path), READS);
      Future<byte[]> content = readers.submit(() -> DFSTestUtil.readFileAsBytes(cluster.fs, path));
      Waits.until("it is dropped", LIMIT, () -> SlowCluster.dropped(only) > 0);
      Waits.until(
          "it waits",
          LIMIT,
          () -> !Transfers.byThread().values().stream().allMatch(ClientTransfer::canGoOnElsewhere));
      assertThat(content.isDone()).isFalse();
      volume.answer();
      assertThat(content.get(60, TimeUnit.SECONDS)).isEqualTo(bytes);

      // A client gives up at its third failure, so one stall after the other must not cost one each
      StuckVolume again = cluster.stick(only, cluster.storageOf(only, path), READS);
      Future<byte[]> more = readers.submit(() -> DFSTestUtil.readFileAsBytes(cluster.fs, path));
      Waits.until(
          "it stalls again",
          LIMIT,
          () -> cluster.state(cluster.storageOf(only, path)).judgement().areReadsStuck());
      assertThat(more.isDone()).isFalse();
      again.answer();
      assertThat(more.get(60, TimeUnit.SECONDS)).isEqualTo(bytes);
      assertThat(SlowCluster.dropped(only)).isOne();
    }
  }

  /** Its client would count the part as lost, and cannot come back for it. */
  @Test
  void theReaderOfAStripedFileIsNotDropped() throws Exception {
    byte[] bytes = new byte[300_000];
    Path path = new Path("/striped/file");
    try (SlowCluster cluster = new SlowCluster(folder, SlowCluster.configuration(), 3, 1)) {
      cluster.fs.enableErasureCodingPolicy("XOR-2-1-1024k");
      cluster.fs.mkdirs(path.getParent());
      cluster.fs.setErasureCodingPolicy(path.getParent(), "XOR-2-1-1024k");
      DFSTestUtil.writeFile(cluster.fs, path, bytes);
      DataNode data = cluster.first(path);
      String storage = cluster.storage(data);
      StuckVolume volume = cluster.stick(data, storage, READS);
      for (DataNode other : List.copyOf(cluster.dfs.getDataNodes())) {
        if (other != data) {
          cluster.dfs.stopDataNode(other.getDatanodeId().getXferAddr());
        }
      }
      Future<byte[]> content = readers.submit(() -> DFSTestUtil.readFileAsBytes(cluster.fs, path));
      Waits.until(
          "reads are stuck", LIMIT, () -> cluster.state(storage).judgement().areReadsStuck());
      assertThat(content.isDone()).isFalse();
      volume.answer();
      assertThat(content.get(60, TimeUnit.SECONDS)).isEqualTo(bytes);
      assertThat(SlowCluster.dropped(data)).isZero();
    }
  }
}
