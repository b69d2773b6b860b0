package org.tieredhdfs.hdfs.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.profile.ExecutionProfile.Held;

/** What holds for a storage type, from where, and what is refused. */
class ProfileParserTest {
  private static final String READAHEAD = "dfs.datanode.readahead.bytes";

  private final Configuration conf = new HdfsConfiguration();

  private Held held(String type, Setting setting) {
    ProfileParser.Parsed parsed = ProfileParser.parse(conf);
    assertThat(parsed.faults()).isEmpty();
    return Objects.requireNonNull(parsed.profiles().get(type)).held(setting);
  }

  @Test
  void withoutKeysTheMediumDecides() {
    assertThat(held("DISK", Setting.READAHEAD))
        .isEqualTo(new Held(4 << 20, "default of DISK", false));
    assertThat(held("RAMDISK", Setting.READAHEAD).number()).isZero();
    assertThat(held("RAM_DISK", Setting.READAHEAD).source()).isEqualTo("default of RAM");
    assertThat(held("ARCHIVE", Setting.DROP_BEHIND_READS).number()).isOne();
    assertThat(held("NVDIMM", Setting.SLOW_IO_THRESHOLD).source()).isEqualTo("default of SSD");
  }

  /** The first warning of a slow acknowledgement holds up those behind it. */
  @Test
  void noTypeWarnsOfSlowIoEarlierThanHadoop() {
    for (String type : List.of("RAMDISK", "RAM_DISK", "NVDIMM", "SSD", "DISK", "ARCHIVE")) {
      assertThat(held(type, Setting.SLOW_IO_THRESHOLD).number())
          .isGreaterThanOrEqualTo(DFSConfigKeys.DFS_DATANODE_SLOW_IO_WARNING_THRESHOLD_DEFAULT);
    }
  }

  @Test
  void keyOfHadoopCountsOnlyWhereSomebodyHasSetIt() {
    assertThat(held("DISK", Setting.READAHEAD).source()).isEqualTo("default of DISK");
    conf.set(READAHEAD, "65536");
    assertThat(held("DISK", Setting.READAHEAD)).isEqualTo(new Held(65_536, READAHEAD, false));
  }

  @Test
  void keyOfTheTypeGoesBeforeHadoops() {
    conf.set(READAHEAD, "65536");
    conf.set("dfs.tiered.type.SSD.readahead", "1m");
    assertThat(held("SSD", Setting.READAHEAD))
        .isEqualTo(new Held(1 << 20, "dfs.tiered.type.SSD.readahead", true));
    assertThat(held("DISK", Setting.READAHEAD).number()).isEqualTo(65_536);
  }

  @Test
  void memoryIsAskedForNoTrickOfThePageCacheUnlessItsOwnKeySaysSo() {
    conf.set(READAHEAD, "65536");
    conf.setBoolean("dfs.datanode.synconclose", true);
    conf.setBoolean("dfs.datanode.transferTo.allowed", false);
    assertThat(held("RAMDISK", Setting.READAHEAD).number()).isZero();
    assertThat(held("RAMDISK", Setting.SYNC_ON_CLOSE).number()).isZero();
    assertThat(held("RAMDISK", Setting.TRANSFER_TO).number()).isZero();
    conf.set("dfs.tiered.type.RAMDISK.sync.on.close", "true");
    assertThat(held("RAMDISK", Setting.SYNC_ON_CLOSE).number()).isOne();
  }

  @Test
  void customTypeInheritsFromTheTypeThatItIsLike() {
    conf.set("dfs.tiered.storage.types", "NVME, LOG");
    conf.set("dfs.tiered.storage.type.NVME.number", "70");
    conf.set("dfs.tiered.storage.type.NVME.stock-alias", "SSD");
    conf.set("dfs.tiered.storage.type.LOG.number", "71");
    conf.set("dfs.tiered.storage.type.LOG.ram", "true");
    conf.set("dfs.tiered.type.SSD.readahead", "1m");
    conf.set("dfs.tiered.type.RAMDISK.slow.io.warning.threshold", "7ms");
    assertThat(held("NVME", Setting.READAHEAD).source()).isEqualTo("dfs.tiered.type.SSD.readahead");
    assertThat(held("NVME", Setting.SLOW_IO_THRESHOLD).source()).isEqualTo("default of SSD");
    assertThat(held("LOG", Setting.SLOW_IO_THRESHOLD).number()).isEqualTo(7);
    conf.set("dfs.tiered.type.NVME.readahead", "2m");
    assertThat(held("NVME", Setting.READAHEAD).number()).isEqualTo(2 << 20);
  }

  @Test
  void reservedSpaceTakesAUnitInHadoopsKeyToo() {
    conf.set("dfs.datanode.du.reserved.ssd", "10g");
    conf.set("dfs.datanode.du.reserved", "1g");
    assertThat(held("SSD", Setting.RESERVED))
        .isEqualTo(new Held(10L << 30, "dfs.datanode.du.reserved.ssd", true));
    assertThat(held("DISK", Setting.RESERVED).number()).isEqualTo(1L << 30);
    DatanodeProfiles.started(conf);
    assertThat(conf.getLong("dfs.datanode.du.reserved.ssd", 0)).isEqualTo(10L << 30);
    assertThat(conf.get("dfs.datanode.du.reserved.disk")).isNull();
  }

  @Test
  void allFaultsAreFoundAtOnce() {
    conf.set("dfs.tiered.type.SSD.readahead", "-1");
    conf.set("dfs.tiered.type.DISK.sync.on.close", "yes");
    conf.set("dfs.tiered.type.FLOPPY.readahead", "1m");
    conf.set("dfs.datanode.du.reserved.archive", "much");
    assertThat(new ProfileKeys().faults("DataNode", conf))
        .hasSize(4)
        .anySatisfy(
            fault ->
                assertThat(fault)
                    .startsWith("dfs.tiered.type.SSD.readahead: '-1' is not allowed")
                    .contains("from 0 to 1073741824 bytes"))
        .anySatisfy(
            fault ->
                assertThat(fault)
                    .isEqualTo(
                        "dfs.tiered.type.DISK.sync.on.close: 'yes' is not allowed; it has to be"
                            + " true or false"))
        .anySatisfy(
            fault -> assertThat(fault).contains("'FLOPPY' is no storage type", "RAM_DISK, SSD"))
        .anySatisfy(
            fault -> assertThat(fault).startsWith("dfs.datanode.du.reserved.archive: 'much'"));
    assertThat(new ProfileKeys().faults("NameNode", conf)).isEmpty();
  }

  @Test
  void rateOfAScannerThatIsOffIsRefused() {
    conf.set("dfs.datanode.fsdataset.factory", "ours");
    conf.set("dfs.tiered.type.ARCHIVE.scanner.bytes.per.second", "2m");
    assertThat(held("ARCHIVE", Setting.SCAN_RATE).number()).isEqualTo(2 << 20);
    conf.set("dfs.block.scanner.volume.bytes.per.second", "0");
    assertThat(ProfileParser.parse(conf).faults())
        .singleElement()
        .asString()
        .startsWith("dfs.tiered.type.ARCHIVE.scanner.bytes.per.second: '2m' is not allowed");
  }

  @Test
  void writeRateIsOffUnlessSetAndRefusesAForgottenUnit() {
    for (String type : new String[] {"RAMDISK", "SSD", "DISK", "ARCHIVE"}) {
      assertThat(held(type, Setting.WRITE_RATE).number()).isZero();
      assertThat(held(type, Setting.WRITE_RATE).source()).startsWith("default of ");
    }
    conf.set("dfs.tiered.type.ARCHIVE.write.bytes.per.second", "60m");
    assertThat(held("ARCHIVE", Setting.WRITE_RATE))
        .isEqualTo(new Held(60 << 20, "dfs.tiered.type.ARCHIVE.write.bytes.per.second", true));
    conf.set("dfs.tiered.type.ARCHIVE.write.bytes.per.second", "60");
    assertThat(ProfileParser.parse(conf).faults())
        .containsExactly(
            "dfs.tiered.type.ARCHIVE.write.bytes.per.second: '60' is not allowed; it has to be"
                + " 0, or a size in bytes of at least 1m (1048576)");
  }

  @Test
  void leverOfTheWritePathGoesBeforeTheKeyForAllVolumes() {
    assertThat(held("RAMDISK", Setting.RECEIVE_BUFFER))
        .isEqualTo(new Held(512 << 10, "default of RAM", false));
    conf.set("dfs.tiered.receive.buffer.size", "1m");
    conf.set("dfs.tiered.type.SSD.receive.buffer.size", "64k");
    assertThat(held("RAMDISK", Setting.RECEIVE_BUFFER))
        .isEqualTo(new Held(1 << 20, "dfs.tiered.receive.buffer.size", false));
    assertThat(held("SSD", Setting.RECEIVE_BUFFER).number()).isEqualTo(64 << 10);
    conf.set("dfs.tiered.type.SSD.receive.buffer.size", "1");
    assertThat(ProfileParser.parse(conf).faults())
        .singleElement()
        .asString()
        .startsWith("dfs.tiered.type.SSD.receive.buffer.size: '1' is not allowed")
        .contains("from 65536 to 16777216 bytes");
  }

  @Test
  void receiverTakesWhatHoldsForItsType() {
    conf.set("dfs.tiered.type.RAMDISK.receive.group.commit", "false");
    conf.set("dfs.tiered.receive.inline.ack", "false");
    var profiles = ProfileParser.parse(conf).profiles();
    assertThat(ReceiveProfile.of(profiles.get("RAMDISK"), conf))
        .isEqualTo(new ReceiveProfile(512 << 10, false, true, false));
    assertThat(ReceiveProfile.of(profiles.get("DISK"), conf))
        .isEqualTo(new ReceiveProfile(512 << 10, true, true, false));
    assertThat(ReceiveProfile.of(null, conf))
        .isEqualTo(ReceiveProfile.of(profiles.get("DISK"), conf));
  }
}
