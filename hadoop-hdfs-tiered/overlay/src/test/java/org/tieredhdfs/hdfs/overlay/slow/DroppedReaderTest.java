package org.tieredhdfs.hdfs.overlay.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.FileInputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider.OPERATION;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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

  private static DataNode first(SlowCluster cluster, Path path) throws Exception {
    LocatedBlock block =
        cluster.fs.getClient().getLocatedBlocks(path.toString(), 0).getLocatedBlocks().get(0);
    return cluster.node(block.getLocations()[0]);
  }

  private static Configuration configuration(boolean transferTo) {
    Configuration conf = SlowCluster.configuration();
    conf.setBoolean("dfs.datanode.transferTo.allowed", transferTo);
    return conf;
  }

  private void write(SlowCluster cluster, Path path) throws Exception {
    new Random(1).nextBytes(bytes);
    DFSTestUtil.writeFile(cluster.fs, path, bytes);
    DFSTestUtil.waitReplication(cluster.fs, path, (short) 2);
  }

  private static StuckVolume stick(
      SlowCluster cluster, DataNode node, Path path, OPERATION... operations) throws Exception {
    return cluster.stick(node, cluster.storageOf(node, path), EnumSet.copyOf(List.of(operations)));
  }

  private void readUntilDropped(SlowCluster cluster, DataNode node, Path path) throws Exception {
    for (int read = 0; SlowCluster.dropped(node) == 0; read++) {
      assertThat(read).isLessThan(100);
      Future<byte[]> content = readers.submit(() -> DFSTestUtil.readFileAsBytes(cluster.fs, path));
      assertThat(content.get(40, TimeUnit.SECONDS)).isEqualTo(bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itReadsAnotherReplica(boolean transferTo) throws Exception {
    Path path = new Path("/file");
    try (SlowCluster cluster = new SlowCluster(folder, configuration(transferTo), 2, 2)) {
      write(cluster, path);
      DataNode one = first(cluster, path);
      StuckVolume volume =
          stick(cluster, one, path, OPERATION.READ, OPERATION.TRANSFER, OPERATION.OPEN);
      readUntilDropped(cluster, one, path);
      assertThat(volume.waiting()).isPositive();
      volume.answer();
      Waits.until("all threads are back", LIMIT, () -> volume.waiting() == 0);
      assertThat(DFSTestUtil.readFileAsBytes(cluster.fs, path)).isEqualTo(bytes);
    }
  }

  /** Files cannot be passed here without libhadoop; a stalled volume is noticed before that. */
  @Test
  void aShortCircuitReaderGetsNoFilesUntilTheVolumeAnswers() throws Exception {
    Path path = new Path("/file");
    try (SlowCluster cluster = new SlowCluster(folder, SlowCluster.configuration(), 2, 2)) {
      write(cluster, path);
      DataNode one = first(cluster, path);
      ExtendedBlock block = DFSTestUtil.getFirstBlock(cluster.fs, path);
      assertThat(isRefused(one, block)).isFalse();
      StuckVolume volume = stick(cluster, one, path, OPERATION.READ, OPERATION.TRANSFER);
      readUntilDropped(cluster, one, path);
      assertThat(isRefused(one, block)).isTrue();
      volume.answer();
      Waits.until("it is refused no more", LIMIT, () -> !isRefused(one, block));
    }
  }

  /** Whether the DataNode says that the client should read this block over a connection. */
  private static boolean isRefused(DataNode node, ExtendedBlock block) throws Exception {
    Method request =
        DataNode.class.getDeclaredMethod(
            "requestShortCircuitFdsForRead", ExtendedBlock.class, Token.class, int.class);
    request.setAccessible(true);
    try {
      for (FileInputStream file :
          (FileInputStream[]) request.invoke(node, block, new Token<>(), 1)) {
        file.close();
      }
      return false;
    } catch (InvocationTargetException e) {
      return e.getCause() instanceof DataNode.ShortCircuitFdsVersionException;
    }
  }
}
