package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Finalizations that move the checksums of a replica and fail to move its data. */
@Timeout(120)
class HalfFinalizedTest {
  @TempDir File folder;

  @Test
  void stockCannotFinalizeAReplicaAfterAFailureHalfway() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(false))) {
      ExtendedBlock block = halfFinalized(node);
      assertThatThrownBy(() -> node.datanode.getFSDataset().finalizeBlock(block, false))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("meta file");
    }
  }

  @Test
  void aReplicaCanBeFinalizedAfterAFailureHalfway() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      ExtendedBlock block = halfFinalized(node);
      node.dataset().finalizeBlock(block, false);
      requireWhole(node, block);
    }
  }

  @Test
  void aLeaseRecoverySucceedsAfterOneThatFailedHalfway() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      ExtendedBlock block = written(node);
      long stamp = block.getGenerationStamp();
      // The third move is that of the data; the first gives the checksums their new stamp
      failNthMove(node, block, 3, () -> recover(node, block, stamp + 1));
      recover(node, block, stamp + 2);
      block.setGenerationStamp(stamp + 2);
      requireWhole(node, block);
    }
  }

  private static ExtendedBlock written(OneNode node) throws Exception {
    // The NameNode does not know the block and would have it deleted
    DataNodeTestUtils.setHeartbeatsDisabledForTests(node.datanode, true);
    ExtendedBlock block = node.newBlock();
    block.setNumBytes(0);
    ReplicaHandler writer =
        node.datanode.getFSDataset().createRbw(StorageType.SSD, "", block, false, 0);
    OneNode.makeFiles(writer);
    return block;
  }

  private static ExtendedBlock halfFinalized(OneNode node) throws Exception {
    ExtendedBlock block = written(node);
    failNthMove(node, block, 2, () -> node.datanode.getFSDataset().finalizeBlock(block, false));
    return block;
  }

  private interface Call {
    void run() throws IOException;
  }

  private static void failNthMove(OneNode node, ExtendedBlock block, int nth, Call call) {
    FsDatasetSpi<?> dataset = node.datanode.getFSDataset();
    FsVolumeSpi volume = dataset.getVolume(block);
    node.fault.fail(volume, nth);
    assertThatThrownBy(call::run)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Failed to move block file");
    node.fault.failNoMore();
    assertThat(node.fault.failed()).isEqualTo(1);
  }

  private static void recover(OneNode node, ExtendedBlock block, long recoveryId)
      throws IOException {
    FsDatasetSpi<?> dataset = node.datanode.getFSDataset();
    dataset.initReplicaRecovery(new RecoveringBlock(block, new DatanodeInfo[0], recoveryId));
    dataset.updateReplicaUnderRecovery(block, recoveryId, block.getBlockId(), 0);
  }

  private static void requireWhole(OneNode node, ExtendedBlock block) throws IOException {
    assertThat(node.dataset().isValidBlock(block)).isTrue();
    ReplicaChecksums.verify(node.dataset(), block);
  }
}
