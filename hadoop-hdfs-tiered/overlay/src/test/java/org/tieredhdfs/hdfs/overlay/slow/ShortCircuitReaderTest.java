package org.tieredhdfs.hdfs.overlay.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.FileInputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;

/**
 * That a short-circuit reader gets no files of a volume whose reads hang. Files can be passed only
 * with libhadoop; whether the volume answers is asked before that.
 */
@Timeout(300)
class ShortCircuitReaderTest {
  @TempDir File folder;

  @Test
  void itGetsNoFilesUntilTheVolumeAnswers() throws Exception {
    Path path = new Path("/file");
    Configuration conf = SlowCluster.configuration();
    // Only this test says what hangs
    conf.set("dfs.tiered.volume.hang.check.interval", "1h");
    try (SlowCluster cluster = new SlowCluster(folder, conf, 1, 2)) {
      DFSTestUtil.createFile(cluster.fs, path, 1_000, (short) 1, 1);
      DataNode node = cluster.dfs.getDataNodes().get(0);
      VolumeState volume = cluster.state(cluster.storageOf(node, path));
      ExtendedBlock block = DFSTestUtil.getFirstBlock(cluster.fs, path);
      assertThat(isRefused(node, block)).isFalse();
      volume.hang(new VolumeState.Hang(System.nanoTime(), false, "writes"), false);
      assertThat(isRefused(node, block)).isFalse();
      volume.hang(new VolumeState.Hang(System.nanoTime(), true, "reads"), false);
      assertThat(isRefused(node, block)).isTrue();
      volume.hang(null, false);
      assertThat(isRefused(node, block)).isFalse();
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
