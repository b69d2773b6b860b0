package org.tieredhdfs.hdfs.overlay.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.time.Duration;
import java.util.EnumSet;
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

/** That a reader of a block's only replica waits for its volume, and is served. */
// a cut-off time of 400 ms: where the disk is busy with other work, other nodes may be cut off, too
@Tag("slow")
@Timeout(300)
class OnlyReplicaTest {
  private static final Duration LIMIT = Duration.ofMinutes(1);

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
      StuckVolume volume =
          cluster.stick(
              only,
              cluster.storageOf(only, path),
              EnumSet.of(OPERATION.READ, OPERATION.TRANSFER, OPERATION.OPEN));
      Future<byte[]> content = readers.submit(() -> DFSTestUtil.readFileAsBytes(cluster.fs, path));
      Waits.until("it is dropped", LIMIT, () -> SlowCluster.dropped(only) > 0);
      Waits.until("it waits", LIMIT, () -> !Transfers.areAll(ClientTransfer::canGoOnElsewhere));
      assertThat(content.isDone()).isFalse();
      volume.answer();
      assertThat(content.get(60, TimeUnit.SECONDS)).isEqualTo(bytes);
    }
  }
}
