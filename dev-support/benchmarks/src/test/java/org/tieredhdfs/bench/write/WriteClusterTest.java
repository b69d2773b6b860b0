package org.tieredhdfs.bench.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.bench.Plans;
import org.tieredhdfs.bench.experiment.Experiment.Setting;
import org.tieredhdfs.bench.write.WritePath.WriteSizes;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;

class WriteClusterTest {
  private static ClusterSpec spec(boolean stock, String... cases) {
    List<WriteCase> chosen =
        WriteCase.ALL.stream().filter(one -> List.of(cases).contains(one.name())).toList();
    assertThat(chosen).hasSameSizeAs(cases);
    return WriteCluster.spec(
        new Setting<>(Plans.plan(), chosen, List.of(), 1, MediaPace.of(1), Progress.silent()),
        WriteMedia.RAM,
        stock);
  }

  @Test
  void refusesWhatCannotBeMeasured() {
    assertThatThrownBy(() -> WriteSizes.USUAL.withStreamMb(0)).hasMessageContaining("--mb: '0 MB'");
  }

  @Test
  void onlyOurSidePlugsOursInAndBothHaveTheSettingsOfThePlan() {
    ClusterSpec stock = spec(true, "write-1");
    ClusterSpec ours = spec(false, "write-1");
    assertThat(stock.settings()).containsEntry("dfs.some.key", "of the user");
    assertThat(ours.settings())
        .containsEntry("dfs.some.key", "of the user")
        .containsKey("dfs.datanode.fsdataset.factory");
    assertThat(stock.classPath()).isEqualTo("/stock.jar");
    assertThat(stock.settings().values()).noneMatch(value -> value.contains("tieredhdfs"));
  }

  @Test
  void startsAsManyDataNodesAsReplicasAreWanted() {
    assertThat(spec(true, "write-1").dataNodes()).isEqualTo(1);
    assertThat(spec(true, "write-1", "write-r3").dataNodes()).isEqualTo(3);
  }
}
