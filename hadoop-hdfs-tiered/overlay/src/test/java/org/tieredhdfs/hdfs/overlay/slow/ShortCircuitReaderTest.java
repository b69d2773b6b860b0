package org.tieredhdfs.hdfs.overlay.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.FileInputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.EnumSet;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider.OPERATION;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.waits.Waits;

/**
 * That a short-circuit reader gets no files of a volume whose reads hang. Files can be passed only
 * with libhadoop; whether the volume answers is asked before that.
 */
@Timeout(300)
class ShortCircuitReaderTest {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  @TempDir File folder;

  @Test
  void itGetsNoFilesUntilTheVolumeAnswers() throws Exception {
    Path path = new Path("/file");
    try (SlowCluster cluster = new SlowCluster(folder, SlowCluster.configuration(), 1, 2)) {
      DFSTestUtil.createFile(cluster.fs, path, 1_000, (short) 1, 1);
      DataNode node = cluster.dfs.getDataNodes().get(0);
      String storageId = cluster.storageOf(node, path);
      ExtendedBlock block = DFSTestUtil.getFirstBlock(cluster.fs, path);
      assertThat(isRefused(node, block)).isFalse();

      StuckVolume writes = cluster.stick(node, storageId, StuckVolume.CHANGES);
      cluster.call(storageId, OPERATION.MKDIRS);
      awaitStuck(cluster, storageId);
      assertThat(isRefused(node, block)).isFalse();
      writes.answer();

      StuckVolume reads = cluster.stick(node, storageId, EnumSet.allOf(OPERATION.class));
      cluster.call(storageId, OPERATION.EXISTS);
      Waits.until(
          "reads are stuck", LIMIT, () -> cluster.state(storageId).judgement().areReadsStuck());
      assertThat(isRefused(node, block)).isTrue();
      reads.answer();
      Waits.until("the volume answers", LIMIT, () -> !isRefused(node, block));
    }
  }

  private static void awaitStuck(SlowCluster cluster, String storageId) throws Exception {
    Waits.until("a call is stuck", LIMIT, () -> cluster.state(storageId).judgement().isStuck());
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
