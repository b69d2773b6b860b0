package org.tieredhdfs.localcluster.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.media.model.MediumModel;
import picocli.CommandLine;

class SpecOptionsTest {
  @Test
  void asksForTheUsualClusterByDefault() {
    ClusterSpec spec = spec();
    assertThat(spec.dataNodes()).isEqualTo(3);
    assertThat(spec.regionServers()).isEqualTo(1);
    assertThat(spec.hasHbase()).isTrue();
    assertThat(spec.isStock()).isFalse();
    assertThat(spec.isEmulated()).isFalse();
    assertThat(spec.layout().counts()).containsOnlyKeys("RAMDISK", "SSD", "DISK", "ARCHIVE");
  }

  @Test
  void takesEveryOption() {
    ClusterSpec spec =
        spec(
            "--stock --datanodes 2 --regionservers=2 --media emulated --volumes SSD=2,DISK=1"
                + " --media-profile SSD=model:nvme --media-profile DISK=slower:2.5 --timeout 7"
                + " --media-factor 20"
                + " --heap regionserver=900");
    assertThat(spec.isStock()).isTrue();
    assertThat(spec.dataNodes()).isEqualTo(2);
    assertThat(spec.regionServers()).isEqualTo(2);
    assertThat(spec.isEmulated()).isTrue();
    assertThat(spec.layout().counts()).containsEntry("SSD", 2);
    assertThat(spec.profile("SSD").model()).isEqualTo(MediumModel.NVME);
    assertThat(spec.profile("DISK").slowness()).isEqualTo(2.5);
    assertThat(spec.mediaPace().factor()).isEqualTo(20);
    assertThat(spec.startLimit()).isEqualTo(Duration.ofSeconds(7));
    assertThat(spec.daemons())
        .filteredOn(daemon -> daemon.role() == Role.REGIONSERVER)
        .allMatch(daemon -> daemon.heapMb() == 900);
  }

  @Test
  void switchesHbaseOffAndOn() {
    assertThat(spec("--no-hbase").hasHbase()).isFalse();
    assertThat(spec("--hbase").hasHbase()).isTrue();
  }

  @Test
  void keepsCommasAndEqualSignsInSettings() {
    String mapping = "/hbase/WALs=ALL_RAMDISK,/hbase/data=ALL_SSD";
    assertThat(spec("--conf dfs.tiered.path.policies=" + mapping + " --conf hbase.a=").settings())
        .containsEntry("dfs.tiered.path.policies", mapping)
        .containsEntry("hbase.a", "");
  }

  @Test
  void refusesLimitsThatCannotBe() {
    assertThatThrownBy(() -> spec("--media-factor 0")).hasMessageContaining("--media-factor: '0");
    assertThatThrownBy(() -> spec("--timeout 0")).hasMessageContaining("--timeout: '0'");
    assertThatThrownBy(() -> spec("--heap namenode=1"))
        .hasMessageContaining("--heap namenode: '1'");
  }

  private static ClusterSpec spec(String... line) {
    SpecOptions options = new SpecOptions();
    String[] words = line.length == 0 ? new String[0] : line[0].split(" ", -1);
    new CommandLine(options).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(words);
    return options.spec(Path.of("/x/cluster"), new ClassPaths("ours:stock", "stock"), Map.of());
  }
}
