package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.RollingUpgradeAction;
import org.apache.hadoop.hdfs.server.datanode.BlockPoolSliceStorage;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.TrashStorage;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.mockito.Mockito;
import org.tieredhdfs.waits.LiveFiles;
import org.tieredhdfs.waits.Waits;

/** What is deleted during a rolling upgrade goes to the trash until it is decided. */
@Timeout(120)
class UpgradeTrashTest {
  private static final int FILE_BYTES = 64 * 1024;
  private static final long SEED = 11;
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir File folder;

  private final org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(OneNode.SSD, "f");

  private void prepare(OneNode node) throws Exception {
    node.fs.setSafeMode(SafeModeAction.ENTER);
    node.fs.rollingUpgrade(RollingUpgradeAction.PREPARE);
    node.fs.setSafeMode(SafeModeAction.LEAVE);
  }

  private void deleteDuringAnUpgrade(OneNode node) throws Exception {
    DFSTestUtil.createFile(node.fs, file, FILE_BYTES, (short) 1, SEED);
    prepare(node);
    DataNodeTestUtils.triggerHeartbeat(node.datanode);
    Waits.until("the trash is on", PATIENCE, () -> node.dataset().trashEnabled(node.pool()));
    node.fs.delete(file, false);
    Waits.until("the block is in the trash", PATIENCE, () -> inTrash(node) == 1);
    assertThat(node.dataset().getFinalizedBlocks(node.pool())).isEmpty();
  }

  private static long inTrash(OneNode node) throws IOException {
    long found = 0;
    for (FsVolumeImpl volume : List.copyOf(node.dataset().getVolumeList())) {
      found +=
          LiveFiles.under(Path.of(volume.getBaseURI())).stream()
              .filter(name -> name.toString().contains("/trash/"))
              .filter(name -> String.valueOf(name.getFileName()).matches("blk_\\d+"))
              .count();
    }
    return found;
  }

  @Test
  void aRollbackBringsItBack() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      deleteDuringAnUpgrade(node);
      DataNodeProperties stopped = node.cluster.stopDataNode(0);
      stopped.setDnArgs("-rollback");
      node.cluster.shutdownNameNodes();
      node.cluster.restartNameNode("-rollingupgrade", "rollback");
      assertThat(node.cluster.restartDataNode(stopped)).isTrue();
      node.cluster.waitActive();
      byte[] content = DFSTestUtil.readFileAsBytes(node.cluster.getFileSystem(), file);
      assertThat(content).isEqualTo(DFSTestUtil.calculateFileContentsFromSeed(SEED, FILE_BYTES));
    }
  }

  @Test
  void theEndOfTheUpgradeEmptiesTheTrash() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      deleteDuringAnUpgrade(node);
      node.fs.rollingUpgrade(RollingUpgradeAction.FINALIZE);
      DataNodeTestUtils.triggerHeartbeat(node.datanode);
      Waits.until("the trash is empty", PATIENCE, () -> inTrash(node) == 0);
      Waits.until("the trash is off", PATIENCE, () -> !node.dataset().trashEnabled(node.pool()));
    }
  }

  /** A volume hangs while the trash of the first upgrade is cleared, until the second has begun. */
  @Test
  void theTrashOfASecondUpgradeOutlivesALateEndOfTheFirst() throws Exception {
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch answers = new CountDownLatch(1);
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      DFSTestUtil.createFile(node.fs, file, FILE_BYTES, (short) 1, SEED);
      prepare(node);
      Waits.until("the trash is on", PATIENCE, () -> node.dataset().trashEnabled(node.pool()));
      BlockPoolSliceStorage slow = TrashStorage.spied(node.datanode, node.pool());
      Mockito.doAnswer(
              call -> {
                hangs.countDown();
                answers.await();
                return call.callRealMethod();
              })
          .when(slow)
          .clearTrash();
      node.fs.rollingUpgrade(RollingUpgradeAction.FINALIZE);
      hangs.await();
      Waits.until(
          "the DataNode goes on without it",
          PATIENCE,
          () -> node.dataset().guards().commands().isLate("trash of " + node.pool()));
      prepare(node);
      node.fs.delete(file, false);
      answers.countDown();
      Waits.until("the block is in the trash", PATIENCE, () -> inTrash(node) == 1);
      assertThat(node.dataset().trashEnabled(node.pool())).isTrue();
    } finally {
      answers.countDown();
    }
  }
}
