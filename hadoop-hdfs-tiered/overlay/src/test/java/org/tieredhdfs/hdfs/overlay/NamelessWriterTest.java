package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.RAMDISK;

import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.Test;

/** Writers that name no storage, or the wrong one, without block tokens. */
class NamelessWriterTest extends NamelessWriterContract {
  NamelessWriterTest() {
    super(false);
  }

  @Test
  void onlyWritersAndOnlyCustomTypesGetAService() throws Exception {
    LocatedBlock hot = allocate("HOT", 3);
    Path file = new Path(directory("ALL_RAMDISK"), "file");
    LocatedBlock ram = writer.allocate(file, 3);
    writer.open(ram);

    LocatedBlock toReader =
        fs.getClient().getLocatedBlocks(file.toString(), 0).getLastLocatedBlock();

    assertThat(hot.getBlockToken()).isEqualTo(new Token<>());
    assertThat(toReader.getBlockToken()).isEqualTo(new Token<>());
    assertThat(ram.getBlockToken().getService().toString()).startsWith(SERVICE);
    assertThat(ram.getBlockToken().getIdentifier()).isEmpty();
    assertThat(ram.getBlockToken().getPassword()).isEmpty();
    assertThat(ram.getBlockToken().getKind()).isEqualTo(new Text());
  }

  @Test
  void foreignAndOversizedServicesAreWithoutEffect() throws Exception {
    LocatedBlock any = allocate("ALL_RAMDISK", 4);
    String own = any.getLocations()[0].getDatanodeUuid();
    String foreign = storageId(any.getLocations()[1], RAMDISK);
    String good = storageId(any.getLocations()[0], RAMDISK);
    Path directory = directory("ALL_RAMDISK");
    int block = 0;
    for (String service :
        List.of(
            SERVICE + own + "=" + foreign + ",",
            SERVICE + own + "=,",
            SERVICE + own,
            SERVICE + "=" + good + ",",
            SERVICE,
            own + "=" + good,
            SERVICE + ",".repeat(1 << 20) + own + "=" + good + ",")) {
      LocatedBlock located = writer.allocate(new Path(directory, "file-" + block++), 4);

      assertThat(writer.open(located, withService(located, service), any.getLocations()[0]))
          .isEqualTo(Status.SUCCESS);
      assertThat(types(located.getBlock(), any.getLocations()[0]))
          .as(service.substring(0, Math.min(100, service.length())))
          .containsExactly(StorageType.DISK);
    }
  }
}
