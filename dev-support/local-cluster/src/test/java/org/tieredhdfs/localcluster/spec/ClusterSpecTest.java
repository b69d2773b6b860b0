package org.tieredhdfs.localcluster.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.media.model.MediumModel;

class ClusterSpecTest {
  private final ClusterSpec.Builder builder =
      ClusterSpec.builder(Path.of("/x/cluster"), new ClassPaths("ours:stock", "stock"));

  @Test
  void startsWhatDependsOnSomethingBehindIt() {
    assertThat(builder.dataNodes(2).regionServers(2).build().daemons())
        .extracting(Daemon::name)
        .containsExactly("namenode", "dn0", "dn1", "zookeeper", "hmaster", "rs0", "rs1");
  }

  @Test
  void hasNoDaemonOfHBaseWithoutHBase() {
    assertThat(builder.dataNodes(1).hbase(false).build().daemons())
        .extracting(Daemon::role)
        .containsExactly(Role.NAMENODE, Role.DATANODE);
  }

  @Test
  void givesDaemonsTheHeapAskedFor() {
    assertThat(builder.heapMb(Role.REGIONSERVER, 2048).build().daemons())
        .filteredOn(daemon -> daemon.role() == Role.REGIONSERVER)
        .extracting(Daemon::heapMb)
        .containsExactly(2048);
  }

  @Test
  void leavesOurJarsOutForStock() {
    assertThat(builder.build().classPath()).isEqualTo("ours:stock");
    assertThat(builder.stock(true).build().classPath()).isEqualTo("stock");
  }

  @Test
  void keepsASpecAsItWasBuilt() {
    ClusterSpec spec = builder.dataNodes(2).build();
    builder.dataNodes(5).setting("dfs.replication", "1");
    assertThat(spec.dataNodes()).isEqualTo(2);
    assertThat(spec.settings()).isEmpty();
  }

  @Test
  void refusesNumbersOfDaemonsThatMakeNoSense() {
    assertThatThrownBy(() -> builder.dataNodes(0).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--datanodes: '0'");
    assertThatThrownBy(() -> builder.dataNodes(1).regionServers(65).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--regionservers: '65'");
  }

  @Test
  void refusesTypesThatStockHadoopDoesNotHave() {
    builder.layout(VolumeLayout.parse("NVME=1,DISK=1"));
    assertThat(builder.build().layout().counts()).containsKey("NVME");
    assertThatThrownBy(() -> builder.stock(true).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'NVME'");
  }

  @Test
  void refusesSettingsOfNoKnownFile() {
    assertThatThrownBy(() -> builder.setting("yarn.x", "1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--conf: 'yarn.x'");
  }

  @Test
  void refusesProfilesThatNothingWouldHeed() {
    MediaProfile slow = new MediaProfile(MediumModel.HDD, 3, 1 << 30);
    assertThatThrownBy(() -> builder.profile("SSD", slow).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--media emulated");
    assertThat(builder.emulatedMedia(true).build().profile("SSD")).isEqualTo(slow);
    MediaProfile memory = new MediaProfile(MediumModel.RAM, 1, 1 << 30);
    assertThat(builder.profile("RAMDISK", memory).build().profile("RAMDISK")).isEqualTo(memory);
  }

  @Test
  void refusesProfilesOfTypesThatAreNotThere() {
    MediaProfile profile = MediaProfile.defaultOf("NVME", false);
    assertThatThrownBy(() -> builder.emulatedMedia(true).profile("NVME", profile).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no volumes of type 'NVME'");
  }

  @Test
  void takesATypeForMemoryIfItsSettingSaysSo() {
    builder.layout(VolumeLayout.parse("PMEM=1,DISK=1"));
    assertThat(builder.build().isInMemory("PMEM")).isFalse();
    builder.setting("dfs.tiered.storage.type.PMEM.ram", "true");
    assertThat(builder.build().isInMemory("PMEM")).isTrue();
    assertThat(builder.build().profile("PMEM").model()).isNull();
  }
}
