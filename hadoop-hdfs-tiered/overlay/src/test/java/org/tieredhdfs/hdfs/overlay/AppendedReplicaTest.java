package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.OutputStream;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A block that is appended to while a DataNode is about to be told to delete a replica of it. */
@Timeout(180)
class AppendedReplicaTest {
  /** The NameNode chooses anew after the append, and half of the time the same replica. */
  private static final int FILES = 20;

  private static final int BYTES = 1000;

  @TempDir File folder;

  @Test
  void theLastReplicaIsNotDeletedByAnOrderForAnOlderOne() throws Exception {
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(TieredMiniCluster.configuration(), folder)
            .numDataNodes(2)
            .build()) {
      cluster.waitActive();
      DistributedFileSystem fs = cluster.getFileSystem();
      List<Path> files = IntStream.range(0, FILES).mapToObj(i -> new Path("/file-" + i)).toList();
      Path last = new Path("/deleted-last");
      for (Path file : files) {
        DFSTestUtil.createFile(fs, file, BYTES, (short) 2, 1);
      }
      DFSTestUtil.createFile(fs, last, BYTES, (short) 2, 1);
      ExtendedBlock deletedLast = DFSTestUtil.getFirstBlock(fs, last);

      letDatanodesHear(cluster, false);
      for (Path file : files) {
        DFSTestUtil.waitReplication(fs, file, (short) 2);
        fs.setReplication(file, (short) 1);
      }
      awaitOrdersToDelete(cluster);
      for (Path file : files) {
        try (OutputStream out = fs.append(file)) {
          out.write(1);
        }
      }
      awaitOrdersToDelete(cluster);
      letDatanodesHear(cluster, true);
      // A DataNode carries out its orders one after the other.
      fs.delete(last, false);
      GenericTestUtils.waitFor(() -> replicas(cluster, deletedLast) == 0, 100, 60_000);

      for (Path file : files) {
        ExtendedBlock block = DFSTestUtil.getFirstBlock(fs, file);
        GenericTestUtils.waitFor(() -> replicas(cluster, block) <= 1, 100, 60_000);
        assertThat(DFSTestUtil.readFileAsBytes(fs, file)).hasSize(BYTES + 1).endsWith(1);
      }
    }
  }

  /** Without heartbeats a DataNode still reports replicas, but gets no orders. */
  private static void letDatanodesHear(MiniDFSCluster cluster, boolean orders) {
    cluster
        .getDataNodes()
        .forEach(node -> DataNodeTestUtils.setHeartbeatsDisabledForTests(node, !orders));
  }

  /** Until what is to be deleted waits for nothing but the heartbeats of the DataNodes. */
  private static void awaitOrdersToDelete(MiniDFSCluster cluster) throws Exception {
    BlockManager blocks = cluster.getNamesystem().getBlockManager();
    GenericTestUtils.waitFor(
        () -> blocks.getExcessBlocksCount() >= FILES && blocks.getPendingDeletionBlocksCount() == 0,
        100,
        60_000);
  }

  private static long replicas(MiniDFSCluster cluster, ExtendedBlock block) {
    return cluster.getDataNodes().stream()
        .filter(node -> node.getFSDataset().contains(block))
        .count();
  }
}
