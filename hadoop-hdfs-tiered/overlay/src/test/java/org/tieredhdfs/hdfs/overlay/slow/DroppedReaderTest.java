package org.tieredhdfs.hdfs.overlay.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider.OPERATION;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tieredhdfs.waits.Waits;

/** That a reader turns to another replica when a volume does not answer. */
// a cut-off time of 400 ms: where the disk is busy with other work, other nodes may be cut off, too
@Tag("slow")
@Timeout(300)
class DroppedReaderTest {
  private static final int BYTES = 300_000;
  private static final Duration LIMIT = Duration.ofMinutes(1);

  @TempDir File folder;
  private final byte[] bytes = new byte[BYTES];
  private final ExecutorService readers = Executors.newCachedThreadPool();

  @AfterEach
  void endReaders() {
    readers.shutdownNow();
  }

  private static Configuration configuration(boolean transferTo) {
    Configuration conf = SlowCluster.configuration();
    conf.setBoolean("dfs.datanode.transferTo.allowed", transferTo);
    return conf;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itReadsAnotherReplica(boolean transferTo) throws Exception {
    new Random(1).nextBytes(bytes);
    Path path = new Path("/file");
    try (SlowCluster cluster = new SlowCluster(folder, configuration(transferTo), 2, 2)) {
      DFSTestUtil.writeFile(cluster.fs, path, bytes);
      DFSTestUtil.waitReplication(cluster.fs, path, (short) 2);
      DataNode one = cluster.first(path);
      StuckVolume volume =
          cluster.stick(
              one,
              cluster.storageOf(one, path),
              EnumSet.of(OPERATION.READ, OPERATION.TRANSFER, OPERATION.OPEN));
      for (int read = 0; SlowCluster.dropped(one) == 0; read++) {
        assertThat(read).isLessThan(100);
        Future<byte[]> content =
            readers.submit(() -> DFSTestUtil.readFileAsBytes(cluster.fs, path));
        assertThat(content.get(40, TimeUnit.SECONDS)).isEqualTo(bytes);
      }
      assertThat(volume.waiting()).isPositive();
      volume.answer();
      Waits.until("all threads are back", LIMIT, () -> volume.waiting() == 0);
      assertThat(DFSTestUtil.readFileAsBytes(cluster.fs, path)).isEqualTo(bytes);
    }
  }
}
