package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.hdfs.server.protocol.ReplicaRecoveryInfo;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lease recoveries of replicas whose last packet was written and not taken note of. */
@Timeout(120)
class TornTailTest {
  private static final int ACKNOWLEDGED_BYTES = 3 * 512 + 100;
  private static final int WRITTEN_BYTES = 5 * 512;

  @TempDir File folder;

  @Test
  void stockDoesNotRecoverTheLeaseOfAReplicaWithATornTail() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(false))) {
      ExtendedBlock block = torn(node, ACKNOWLEDGED_BYTES);
      for (int attempt = 1; attempt <= 2; attempt++) {
        long recoveryId = block.getGenerationStamp() + attempt;
        assertThatThrownBy(() -> recover(node, block, recoveryId, ACKNOWLEDGED_BYTES))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("Block length mismatch");
      }
    }
  }

  @Test
  void theLeaseIsRecoveredAndWhatWasAcknowledgedIsThere() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      ExtendedBlock block = torn(node, ACKNOWLEDGED_BYTES);
      long recoveryId = block.getGenerationStamp() + 1;
      assertThat(recover(node, block, recoveryId, ACKNOWLEDGED_BYTES))
          .isEqualTo(ACKNOWLEDGED_BYTES);
      block.setGenerationStamp(recoveryId);
      block.setNumBytes(ACKNOWLEDGED_BYTES);
      assertThat(node.dataset().isValidBlock(block)).isTrue();
      assertThat(node.dataset().getBlockInputStream(block, 0))
          .hasBinaryContent(Arrays.copyOf(content(), ACKNOWLEDGED_BYTES));
      ReplicaChecksums.verify(node.dataset(), block);
    }
  }

  /** As an empty one it would end the recovery without those that may have more, and are away. */
  @Test
  void aReplicaOfWhichNothingIsKnownIsRefusedAsByStock() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      ExtendedBlock block = torn(node, 0);
      assertThatThrownBy(() -> recover(node, block, block.getGenerationStamp() + 1, 0))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("Block length mismatch");
    }
  }

  /** As on a full disk; the server's threads, of which each may recover it, live on. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aReplicaOfWhichNothingCouldBeWrittenIsRefused(boolean isOurs) throws Exception {
    Configuration conf = OneNode.configuration(isOurs);
    conf.set("dfs.datanode.xceiver.stop.timeout.millis", "500");
    ExecutorService first = Executors.newSingleThreadExecutor();
    ExecutorService second = Executors.newSingleThreadExecutor();
    try (OneNode node = new OneNode(folder, conf)) {
      // The writer ends
      ExtendedBlock block = new Background<>("writer", () -> torn(node, 0)).get(20_000);
      ReplicaInfo replica =
          DataNodeTestUtils.fetchReplicaInfo(node.datanode, node.pool(), block.getBlockId());
      for (URI file : List.of(replica.getBlockURI(), replica.getMetadataURI())) {
        Files.write(Path.of(file), new byte[0]);
      }
      Callable<ReplicaRecoveryInfo> recovery =
          () ->
              node.datanode
                  .getFSDataset()
                  .initReplicaRecovery(
                      new RecoveringBlock(
                          block, new DatanodeInfo[0], block.getGenerationStamp() + 1));
      assertThatThrownBy(first.submit(recovery)::get).hasMessageContaining("Metafile is empty");
      assertThatThrownBy(second.submit(recovery)::get)
          .hasMessageContaining(isOurs ? "Metafile is empty" : "timed out");
    } finally {
      first.shutdownNow();
      second.shutdownNow();
    }
  }

  /** A replica whose writer failed after it had written the data of its last packet. */
  private static ExtendedBlock torn(OneNode node, int acknowledgedBytes) throws Exception {
    // The NameNode does not know the block and would have it deleted
    DataNodeTestUtils.setHeartbeatsDisabledForTests(node.datanode, true);
    ExtendedBlock block = node.newBlock();
    block.setNumBytes(0);
    ReplicaHandler writer =
        node.datanode.getFSDataset().createRbw(StorageType.SSD, "", block, false, 0);
    ReplicaInPipeline replica = writer.getReplica();
    OneNode.makeFiles(writer);
    Files.write(new File(replica.getReplicaInfo().getBlockURI()).toPath(), content());
    Files.write(
        new File(replica.getReplicaInfo().getMetadataURI()).toPath(),
        checksums(Arrays.copyOf(content(), acknowledgedBytes)),
        StandardOpenOption.APPEND);
    replica.setNumBytes(WRITTEN_BYTES);
    replica.setLastChecksumAndDataLen(acknowledgedBytes, null);
    replica.setBytesAcked(acknowledgedBytes);
    return block;
  }

  private static byte[] checksums(byte[] data) {
    DataChecksum checksum = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512);
    ByteBuffer sums = ByteBuffer.allocate(checksum.getChecksumSize(data.length));
    checksum.calculateChunkedSums(ByteBuffer.wrap(data), sums);
    return sums.array();
  }

  private static byte[] content() {
    byte[] content = new byte[WRITTEN_BYTES];
    for (int i = 0; i < content.length; i++) {
      content[i] = (byte) (i * 7 + (i >> 8));
    }
    return content;
  }

  /** Recovers the replica as the only one; the length that it has then. */
  private static long recover(OneNode node, ExtendedBlock block, long recoveryId, long bytes)
      throws IOException {
    FsDatasetSpi<?> dataset = node.datanode.getFSDataset();
    long found =
        dataset
            .initReplicaRecovery(new RecoveringBlock(block, new DatanodeInfo[0], recoveryId))
            .getNumBytes();
    ExtendedBlock old = new ExtendedBlock(block);
    old.setNumBytes(found);
    dataset.updateReplicaUnderRecovery(old, recoveryId, block.getBlockId(), bytes);
    return found;
  }
}
