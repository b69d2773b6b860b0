package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider.OPERATION;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.datanode.conf.DatanodeKeys;
import org.tieredhdfs.waits.Waits;

/** {@code dfs.tiered.move.sync}, told by a disk whose syncs do not come back. */
@Timeout(120)
class MoveSyncTest {
  private static final int FILE_BYTES = 64 * 1024;
  private static final Set<OPERATION> SYNCS = EnumSet.of(OPERATION.SYNC);

  @TempDir File folder;

  private OneNode start(boolean synced) throws Exception {
    Configuration conf = OneNode.configuration(true);
    conf.set(DatanodeKeys.HANG_TIMEOUT.name(), "1h");
    conf.setBoolean(DatanodeKeys.MOVE_SYNC.name(), synced);
    return new OneNode(folder, conf);
  }

  private static Background<?> move(OneNode node, ExtendedBlock block) {
    node.fault.hang(node.volume(StorageType.DISK), SYNCS);
    return new Background<>(
        "move", () -> node.dataset().moveBlockAcrossStorage(block, StorageType.DISK, ""));
  }

  private static ExtendedBlock createOnSsd(OneNode node) throws Exception {
    Path file = new Path(OneNode.SSD, "f");
    DFSTestUtil.createFile(node.fs, file, FILE_BYTES, (short) 1, 1);
    return DFSTestUtil.getFirstBlock(node.fs, file);
  }

  private static StorageType typeOf(OneNode node, ExtendedBlock block) {
    return node.dataset().getVolume(block).getStorageType();
  }

  @Test
  void theOldReplicaStaysUntilTheNewOneIsSynced() throws Exception {
    try (OneNode node = start(true)) {
      ExtendedBlock block = createOnSsd(node);
      Background<?> move = move(node, block);
      Waits.until("a sync is stuck", Duration.ofSeconds(20), () -> node.fault.stuck() > 0);
      assertThat(move.isDone()).isFalse();
      assertThat(typeOf(node, block)).isEqualTo(StorageType.SSD);
      assertThat(DFSTestUtil.readFileAsBytes(node.fs, new Path(OneNode.SSD, "f")))
          .hasSize(FILE_BYTES);
      node.fault.answer();
      move.get(30_000);
      assertThat(typeOf(node, block)).isEqualTo(StorageType.DISK);
    }
  }

  @Test
  void nothingIsSyncedIfItIsOff() throws Exception {
    try (OneNode node = start(false)) {
      ExtendedBlock block = createOnSsd(node);
      move(node, block).get(30_000);
      assertThat(node.fault.stuck()).isZero();
      assertThat(typeOf(node, block)).isEqualTo(StorageType.DISK);
    }
  }

  private static long files(OneNode node, StorageType type, ExtendedBlock block)
      throws IOException {
    java.nio.file.Path root = java.nio.file.Path.of(node.volume(type).getBaseURI());
    try (Stream<java.nio.file.Path> files = Files.walk(root)) {
      return files.filter(file -> file.toString().contains(block.getBlockName())).count();
    }
  }

  /** Nobody knows whether the copy would still be there after a crash. */
  @Test
  void aCopyWhoseNameCannotBeSyncedLeavesTheOldReplicaInItsPlace() throws Exception {
    try (OneNode node = start(true)) {
      ExtendedBlock block = createOnSsd(node);
      long usedBytes = node.volume(StorageType.DISK).getDfsUsed();
      node.fault.failDirectorySyncs(node.volume(StorageType.DISK));
      assertThatThrownBy(() -> node.dataset().moveBlockAcrossStorage(block, StorageType.DISK, ""))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("Failed to sync");
      assertThat(node.fault.failed()).isPositive();
      node.fault.failNoMore();

      assertThat(typeOf(node, block)).isEqualTo(StorageType.SSD);
      assertThat(files(node, StorageType.DISK, block)).isZero();
      assertThat(node.volume(StorageType.DISK).getDfsUsed()).isEqualTo(usedBytes);
      DataNodeTestUtils.runDirectoryScanner(node.datanode);
      DataNodeTestUtils.triggerBlockReport(node.datanode);
      assertThat(DFSTestUtil.readFileAsBytes(node.fs, new Path(OneNode.SSD, "f")))
          .isEqualTo(DFSTestUtil.calculateFileContentsFromSeed(1, FILE_BYTES));

      node.dataset().moveBlockAcrossStorage(block, StorageType.DISK, "");
      assertThat(typeOf(node, block)).isEqualTo(StorageType.DISK);
      assertThat(node.volume(StorageType.DISK).getDfsUsed()).isGreaterThan(usedBytes);
    }
  }
}
