package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.RAMDISK;

import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.junit.jupiter.api.Test;

/** Writers that name no storage, or the wrong one, with block tokens. */
class NamelessWriterWithTokensTest extends NamelessWriterContract {
  NamelessWriterWithTokensTest() {
    super(true);
  }

  @Test
  void aTokenForRecoveryNamesNoStorageAndHarmsNobody() throws Exception {
    LocatedBlock block = allocate("ALL_RAMDISK", 1);
    LocatedBlock bumped =
        fs.getClient().getNamenode().updateBlockForPipeline(block.getBlock(), NamelessWriter.NAME);
    block.getBlock().setGenerationStamp(bumped.getBlock().getGenerationStamp());

    assertThat(writer.open(block, bumped.getBlockToken(), block.getLocations()[0]))
        .isEqualTo(Status.SUCCESS);
    assertThat(types(block.getBlock(), block.getLocations())).containsExactly(StorageType.DISK);
  }

  @Test
  void forgedStoragesAreWithoutEffect() throws Exception {
    LocatedBlock disk = allocate("HOT", 1);
    DatanodeInfo node = disk.getLocations()[0];
    writer.storageId = storageId(node, RAMDISK);
    assertThat(writer.open(disk)).isEqualTo(Status.SUCCESS);
    assertThat(types(disk.getBlock(), node)).containsExactly(StorageType.DISK);

    LocatedBlock ram = allocate("ALL_RAMDISK", 1);
    DatanodeInfo other = ram.getLocations()[0];
    writer.storageId = storageId(other, NVME);
    String forged = SERVICE + other.getDatanodeUuid() + "=" + storageId(other, NVME);
    assertThat(writer.open(ram, withService(ram, forged), other)).isEqualTo(Status.SUCCESS);
    assertThat(types(ram.getBlock(), other)).containsExactly(RAMDISK);
  }

  @Test
  void aTypeThatWasNotGrantedIsRefused() throws Exception {
    LocatedBlock disk = allocate("HOT", 1);
    writer.type = RAMDISK;

    assertThat(writer.open(disk)).isEqualTo(Status.ERROR_ACCESS_TOKEN);
  }

  @Test
  void aCopyToAForgedStorageIsRefused() throws Exception {
    Path file = new Path(directory("ONE_RAMDISK"), "open");
    try (FSDataOutputStream out = fs.create(file, (short) 2)) {
      out.write(new byte[1000]);
      out.hflush();
      Growing growing = grow(file);
      String id = storageId(growing.target(), NVME);
      String forged = SERVICE + growing.target().getDatanodeUuid() + "=" + id + ",";

      assertThat(copy(growing, withService(growing.more(), forged)))
          .isEqualTo(Status.ERROR_ACCESS_TOKEN);
    }
  }
}
