package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.IndependentFsDataset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Block pools and volumes that come and go while others are used. */
@Timeout(120)
class PoolsAndVolumesTest {
  private static final int FILE_BYTES = 64 * 1024;
  private static final String DIRS = DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY;

  private static final AtomicLong NEXT_BLOCK_ID = new AtomicLong(7_000_000_000L);

  @TempDir File folder;

  private static FsVolumeImpl disk(IndependentFsDataset dataset) {
    return dataset.getVolumeList().stream()
        .filter(v -> v.getStorageType() == StorageType.DISK)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aPoolIsRemovedWhileAnotherHasAHungVolume() throws Exception {
    MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(OneNode.configuration(true), folder)
            .nnTopology(MiniDFSNNTopology.simpleFederatedTopology(2))
            .numDataNodes(1)
            .storagesPerDatanode(2)
            .storageTypes(new StorageType[] {StorageType.SSD, StorageType.DISK})
            .build();
    DataNode datanode = cluster.getDataNodes().get(0);
    VolumeFault fault = VolumeFault.in(datanode);
    try {
      cluster.waitActive();
      FileSystem first = cluster.getFileSystem(0);
      FileSystem second = cluster.getFileSystem(1);
      Path file = new Path("/ssd/f");
      second.mkdirs(file.getParent());
      second.setStoragePolicy(file.getParent(), "ALL_SSD");
      DFSTestUtil.createFile(second, file, FILE_BYTES, (short) 1, 1);
      IndependentFsDataset dataset = (IndependentFsDataset) datanode.getFSDataset();
      fault.hang(disk(dataset), VolumeFault.CHANGES);
      Path slow = new Path("/slow");
      Background<Boolean> stuck =
          new Background<>(
              "writer in the first pool",
              () -> {
                DFSTestUtil.createFile(first, slow, FILE_BYTES, (short) 1, 2);
                return true;
              });
      OneNode.await("the writer is stuck", 20_000, () -> fault.stuck() > 0);
      assertThat(DFSTestUtil.readFileAsBytes(second, file)).hasSize(FILE_BYTES);

      String secondPool = cluster.getNamesystem(1).getBlockPoolId();
      Configuration onlyFirst = new Configuration(cluster.getConfiguration(0));
      onlyFirst.set(
          DFSConfigKeys.DFS_NAMESERVICES, onlyFirst.get(DFSConfigKeys.DFS_NAMESERVICE_ID));
      Background<Boolean> removal =
          new Background<>(
              "removal of the second pool",
              () -> {
                datanode.refreshNamenodes(onlyFirst);
                return true;
              });
      OneNode.await(
          "operations in the removed pool are refused",
          10_000,
          () -> {
            ExtendedBlock block = newBlock(secondPool);
            try {
              dataset.createRbw(StorageType.SSD, "", block, false, 0).close();
              return false;
            } catch (IOException e) {
              return String.valueOf(e.getMessage()).contains("being added, shut down or deleted");
            }
          });
      fault.answer();
      assertThat(removal.get(30_000)).isTrue();
      assertThat(stuck.get(30_000)).isTrue();
      assertThat(DFSTestUtil.readFileAsBytes(first, slow)).hasSize(FILE_BYTES);
      assertThat(dataset.guards().locks().heldLocks()).isZero();
    } finally {
      fault.answer();
      cluster.shutdown();
    }
  }

  private static ExtendedBlock newBlock(String pool) {
    return new ExtendedBlock(pool, NEXT_BLOCK_ID.incrementAndGet(), 1024, 1001);
  }

  @Test
  void aVolumeIsRemovedAndAddedAgainWithItsBlocks() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      List<Path> files = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        Path file = new Path(OneNode.SSD, "f" + i);
        DFSTestUtil.createFile(node.fs, file, FILE_BYTES, (short) 1, i);
        files.add(file);
      }
      FsVolumeImpl removed = node.volume(StorageType.SSD);
      int before = removed.getReferenceCount();
      assertThat(before).isLessThanOrEqualTo(1);
      FSDataOutputStream open = node.fs.create(new Path(OneNode.DISK, "open"), (short) 1);
      open.write(new byte[FILE_BYTES]);
      open.hflush();

      String dirs = node.datanode.getConf().get(DIRS);
      String kept = without(dirs, removed);
      node.datanode.reconfigurePropertyImpl(DIRS, kept);
      assertThat(node.dataset().getVolumeList()).hasSize(2).doesNotContain(removed);
      assertThat(node.dataset().guards().registry().find(removed.getStorageID())).isNull();
      assertThat(removed.getReferenceCount()).isLessThanOrEqualTo(0);
      assertThatThrownBy(removed::obtainReference).isInstanceOf(ClosedChannelException.class);
      DFSTestUtil.createFile(node.fs, new Path(OneNode.SSD, "new"), FILE_BYTES, (short) 1, 3);

      node.datanode.reconfigurePropertyImpl(DIRS, dirs);
      assertThat(node.dataset().getVolumeList()).hasSize(3);
      for (FsVolumeImpl volume : node.dataset().getVolumeList()) {
        assertThat(node.dataset().guards().registry().find(volume.getStorageID())).isNotNull();
      }
      open.write(new byte[FILE_BYTES]);
      open.close();
      for (Path file : files) {
        OneNode.await(
            file + " is there again",
            20_000,
            () -> DFSTestUtil.readFileAsBytes(node.fs, file).length == FILE_BYTES);
      }
      assertThat(node.dataset().guards().locks().heldLocks()).isZero();
    }
  }

  @Test
  void stockLetsAReturningVolumeHideANewerReplica() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(false))) {
      ExtendedBlock newer = writeAgainWhileItsVolumeIsAway(node);
      assertThat(replica(node, newer)).contains("_" + (newer.getGenerationStamp() - 1));
    }
  }

  @Test
  void aReturningVolumeHidesNoNewerReplica() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      ExtendedBlock newer = writeAgainWhileItsVolumeIsAway(node);
      assertThat(replica(node, newer)).contains("_" + newer.getGenerationStamp());
    }
  }

  /**
   * The block as it was written again on another volume, with the volume of its first replica back.
   */
  private static ExtendedBlock writeAgainWhileItsVolumeIsAway(OneNode node) throws Exception {
    // The NameNode does not know the block and would have it deleted
    DataNodeTestUtils.setHeartbeatsDisabledForTests(node.datanode, true);
    FsDatasetSpi<?> dataset = node.datanode.getFSDataset();
    ExtendedBlock block = node.newBlock();
    FsVolumeImpl away = write(dataset, block);
    String dirs = node.datanode.getConf().get(DIRS);
    node.datanode.reconfigurePropertyImpl(DIRS, without(dirs, away));
    ExtendedBlock newer =
        new ExtendedBlock(
            block.getBlockPoolId(), block.getBlockId(), 0, block.getGenerationStamp() + 1);
    write(dataset, newer);
    node.datanode.reconfigurePropertyImpl(DIRS, dirs);
    return newer;
  }

  private static FsVolumeImpl write(FsDatasetSpi<?> dataset, ExtendedBlock block) throws Exception {
    OneNode.makeFiles(dataset.createRbw(StorageType.SSD, "", block, false, 0));
    block.setNumBytes(0);
    dataset.finalizeBlock(block, false);
    return (FsVolumeImpl) dataset.getVolume(block);
  }

  private static String replica(OneNode node, ExtendedBlock block) {
    return node.datanode
        .getFSDataset()
        .getReplicaString(block.getBlockPoolId(), block.getBlockId());
  }

  private static String without(String dirs, FsVolumeImpl volume) {
    List<String> kept = new ArrayList<>();
    for (String dir : dirs.split(",", -1)) {
      if (!dir.endsWith(volume.getStorageLocation().getUri().getPath().replaceAll("/$", ""))) {
        kept.add(dir);
      }
    }
    return String.join(",", kept);
  }

  @Test
  void aHungVolumeIsRemovedAfterTheTimeout() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      FsVolumeImpl disk = node.volume(StorageType.DISK);
      node.fault.hang(disk, VolumeFault.CHANGES);
      Background<Boolean> stuck =
          new Background<>(
              "writer",
              () -> {
                DFSTestUtil.createFile(
                    node.fs, new Path(OneNode.DISK, "f"), FILE_BYTES, (short) 1, 2);
                return true;
              });
      OneNode.await("the writer is stuck", 20_000, () -> node.fault.stuck() > 0);
      String kept = without(node.datanode.getConf().get(DIRS), disk);
      Background<Boolean> removal =
          new Background<>(
              "removal",
              () -> {
                // As the reconfiguration task does: without the lock of the configuration
                node.datanode.reconfigurePropertyImpl(DIRS, kept);
                return true;
              });
      OneNode.await(
          "the volume is out of service",
          10_000,
          () -> !node.dataset().getVolumeList().contains(disk));
      long writeMs =
          OneNode.timeMs(
              () -> {
                DFSTestUtil.createFile(
                    node.fs, new Path(OneNode.SSD, "g"), FILE_BYTES, (short) 1, 2);
                return null;
              });
      assertThat(writeMs).isLessThan(10_000);
      // Stock waits until nobody uses the volume
      assertThat(removal.isDone()).isFalse();
      node.fault.answer();
      assertThat(removal.get(30_000)).isTrue();
      requireFailureOrWholeFile(node, stuck);
    }
  }

  /** A writer that was stuck ends with its volume, or was quicker and has its block elsewhere. */
  private static void requireFailureOrWholeFile(OneNode node, Background<Boolean> writer)
      throws Exception {
    try {
      writer.get(60_000);
    } catch (IOException endedWithTheVolume) {
      return;
    }
    assertThat(DFSTestUtil.readFileAsBytes(node.fs, new Path(OneNode.DISK, "f")))
        .hasSize(FILE_BYTES);
  }
}
