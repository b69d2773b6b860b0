package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.DatanodeUtil;
import org.apache.hadoop.hdfs.server.datanode.Replica;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.IndependentFsDataset;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tieredhdfs.waits.Waits;

/**
 * A replica that comes to where files of an older one of its block were left, as a deletion that
 * failed and a volume that was away leave them. With the checksums of both there, Hadoop takes any
 * of them after a restart, and the replica, perhaps the only one, is an old one then.
 */
@Timeout(300)
class LeftOverFilesTest {
  @TempDir File folder;
  @TempDir Path aside;

  /** How it comes there. */
  private enum Way {
    MOVED {
      @Override
      void bring(IndependentFsDataset dataset, ExtendedBlock block, FsVolumeImpl to)
          throws Exception {
        OneNode.makeFiles(dataset.createRbw(StorageType.DISK, "", block, false, 0));
        dataset.finalizeBlock(block, false);
        Replica before = dataset.moveBlockAcrossVolumes(block, to);
        assertThat(dataset.getVolume(block)).isSameAs(to).isNotSameAs(before.getVolume());
      }
    },
    TRANSFERRED {
      @Override
      void bring(IndependentFsDataset dataset, ExtendedBlock block, FsVolumeImpl to)
          throws Exception {
        OneNode.makeFiles(dataset.createTemporary(to.getStorageType(), "", block, true));
        dataset.finalizeBlock(block, false);
      }
    },
    TRANSFERRED_TO_A_PIPELINE {
      @Override
      void bring(IndependentFsDataset dataset, ExtendedBlock block, FsVolumeImpl to)
          throws Exception {
        OneNode.makeFiles(dataset.createTemporary(to.getStorageType(), "", block, true));
        dataset.convertTemporaryToRbw(block);
        dataset.finalizeBlock(block, false);
      }
    };

    abstract void bring(IndependentFsDataset dataset, ExtendedBlock block, FsVolumeImpl to)
        throws Exception;
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void ofThemNothingIsLeftBesideANewReplica(Way way) throws Exception {
    try (OneNode node =
        new OneNode(folder, OneNode.configuration(true), StorageType.SSD, StorageType.DISK)) {
      // The NameNode does not know the block and would have it deleted
      DataNodeTestUtils.setHeartbeatsDisabledForTests(node.datanode, true);
      FsVolumeImpl ssd = node.volume(StorageType.SSD);
      ExtendedBlock block = node.newBlock();
      block.setNumBytes(0);
      leaveFilesBehind(node.dataset(), block);

      block.setGenerationStamp(block.getGenerationStamp() + 1);
      way.bring(node.dataset(), block, ssd);

      assertThat(place(ssd, block).list())
          .containsExactlyInAnyOrder(
              block.getBlockName(),
              DatanodeUtil.getMetaName(block.getBlockName(), block.getGenerationStamp()));
    }
  }

  private void leaveFilesBehind(IndependentFsDataset dataset, ExtendedBlock block)
      throws Exception {
    OneNode.makeFiles(dataset.createRbw(StorageType.SSD, "", block, false, 0));
    dataset.finalizeBlock(block, false);
    File place = place(dataset.getVolume(block), block);
    List<Path> kept = new ArrayList<>();
    for (File file : Objects.requireNonNull(place.listFiles())) {
      kept.add(Files.copy(file.toPath(), aside.resolve(file.getName())));
    }
    dataset.invalidate(block.getBlockPoolId(), new Block[] {block.getLocalBlock()});
    Waits.until(
        "it is gone",
        Duration.ofMinutes(1),
        () -> Objects.requireNonNull(place.list()).length == 0);
    for (Path file : kept) {
      Files.copy(file, place.toPath().resolve(file.getFileName()));
    }
  }

  private static File place(FsVolumeImpl volume, ExtendedBlock block) throws Exception {
    return DatanodeUtil.idToBlockDir(
        volume.getFinalizedDir(block.getBlockPoolId()), block.getBlockId());
  }
}
