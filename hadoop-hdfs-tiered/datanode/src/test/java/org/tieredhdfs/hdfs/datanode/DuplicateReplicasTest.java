package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.DatanodeUtil;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi.ScanInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Blocks that the directory scanner finds on a second volume of the node. */
@Timeout(120)
class DuplicateReplicasTest {
  private static final int BYTES = 64 * 1024;
  private static final Path FILE = new Path(OneNode.SSD, "f");

  @TempDir File folder;
  @TempDir File aside;

  private ExtendedBlock block = new ExtendedBlock();

  @Test
  void stockForgetsTheStampOfAReplicaWhenItFindsAnOlderOne() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(false))) {
      leaveAnOlderOneElsewhere(node, true);
      DataNodeTestUtils.runDirectoryScanner(node.datanode);
      assertThat(stampInMemory(node)).isZero();
    }
  }

  @Test
  void anOlderReplicaElsewhereGoesAndTheNewerStaysAsItWas() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      List<File> older = leaveAnOlderOneElsewhere(node, true);
      DataNodeTestUtils.runDirectoryScanner(node.datanode);
      requireUnharmed(node);
      assertThat(older).noneMatch(File::exists);
    }
  }

  @Test
  void dataWithoutChecksumsElsewhereGoesAndTheReplicaStaysAsItWas() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      List<File> older = leaveAnOlderOneElsewhere(node, false);
      DataNodeTestUtils.runDirectoryScanner(node.datanode);
      requireUnharmed(node);
      assertThat(older).noneMatch(File::exists);
    }
  }

  @Test
  void aNewerReplicaElsewhereTakesThePlaceOfTheOlder() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      create(node);
      // The NameNode knows nothing of the newer one and would have it deleted
      DataNodeTestUtils.setHeartbeatsDisabledForTests(node.datanode, true);
      long newerStamp = block.getGenerationStamp() + 1;
      FsVolumeImpl other = otherVolume(node);
      File olderData = data(node, volume(node));
      File newerData = data(node, other);
      copy(olderData, newerData);
      copy(meta(olderData, block.getGenerationStamp()), meta(newerData, newerStamp));

      DataNodeTestUtils.runDirectoryScanner(node.datanode);
      assertThat(stampInMemory(node)).isEqualTo(newerStamp);
      block.setGenerationStamp(newerStamp);
      assertThat(volume(node)).isEqualTo(other);
      assertThat(olderData).doesNotExist();
      ReplicaChecksums.verify(node.dataset(), block);
    }
  }

  @Test
  void aReplicaThatWasAppendedToSinceTheScanStaysAsItWas() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      create(node);
      File data = data(node, volume(node));
      String metaAtTheScan = meta(data, block.getGenerationStamp()).getName();
      ScanInfo found =
          new ScanInfo(
              block.getBlockId(),
              data.getParentFile(),
              data.getName(),
              metaAtTheScan,
              volume(node));
      DFSTestUtil.appendFile(node.fs, FILE, BYTES);
      block = DFSTestUtil.getFirstBlock(node.fs, FILE);
      assertThat(found.getBlockFile()).isEqualTo(data);
      assertThat(found.getMetaFile()).doesNotExist();

      node.dataset().checkAndUpdate(node.pool(), found);
      requireUnharmed(node);
    }
  }

  private void create(OneNode node) throws IOException {
    DFSTestUtil.createFile(node.fs, FILE, BYTES, (short) 1, 1);
    block = DFSTestUtil.getFirstBlock(node.fs, FILE);
  }

  /**
   * What a volume that was away during an append has kept of the block, with or without its
   * checksums.
   */
  private List<File> leaveAnOlderOneElsewhere(OneNode node, boolean checksums) throws Exception {
    create(node);
    long olderStamp = block.getGenerationStamp();
    File data = data(node, volume(node));
    File dataAside = new File(aside, "data");
    File metaAside = new File(aside, "meta");
    copy(data, dataAside);
    copy(meta(data, olderStamp), metaAside);
    DFSTestUtil.appendFile(node.fs, FILE, BYTES);
    block = DFSTestUtil.getFirstBlock(node.fs, FILE);
    assertThat(block.getGenerationStamp()).isGreaterThan(olderStamp);

    File olderData = data(node, otherVolume(node));
    File olderMeta = meta(olderData, olderStamp);
    copy(dataAside, olderData);
    if (checksums) {
      copy(metaAside, olderMeta);
    }
    return List.of(olderData, olderMeta);
  }

  private void requireUnharmed(OneNode node) throws Exception {
    assertThat(stampInMemory(node)).isEqualTo(block.getGenerationStamp());
    ReplicaChecksums.verify(node.dataset(), block);
    // A replica that was spoiled cannot be appended to, nor can the lease be recovered then
    DFSTestUtil.appendFile(node.fs, FILE, BYTES);
    assertThat(DFSTestUtil.readFileAsBytes(node.fs, FILE)).hasSize(3 * BYTES);
    DataNodeTestUtils.triggerHeartbeat(node.datanode);
    assertThat(node.cluster.getNamesystem().getCorruptReplicaBlocks()).isZero();
  }

  private long stampInMemory(OneNode node) throws IOException {
    Block stored =
        node.datanode.getFSDataset().getStoredBlock(block.getBlockPoolId(), block.getBlockId());
    return Objects.requireNonNull(stored).getGenerationStamp();
  }

  private FsVolumeImpl volume(OneNode node) {
    return (FsVolumeImpl) node.datanode.getFSDataset().getVolume(block);
  }

  private FsVolumeImpl otherVolume(OneNode node) {
    @SuppressWarnings("unchecked") // both factories make this kind
    FsDatasetSpi<FsVolumeImpl> dataset = (FsDatasetSpi<FsVolumeImpl>) node.datanode.getFSDataset();
    FsVolumeImpl used = volume(node);
    return dataset.getVolumeList().stream()
        .filter(v -> v.getStorageType() == StorageType.SSD && !v.equals(used))
        .findFirst()
        .orElseThrow();
  }

  private File data(OneNode node, FsVolumeImpl volume) throws IOException {
    File finalized = volume.getFinalizedDir(node.pool());
    return new File(DatanodeUtil.idToBlockDir(finalized, block.getBlockId()), block.getBlockName());
  }

  private static File meta(File data, long stamp) {
    return new File(data.getParentFile(), DatanodeUtil.getMetaName(data.getName(), stamp));
  }

  private static void copy(File from, File to) throws IOException {
    Files.createDirectories(to.getParentFile().toPath());
    Files.copy(from.toPath(), to.toPath());
  }
}
