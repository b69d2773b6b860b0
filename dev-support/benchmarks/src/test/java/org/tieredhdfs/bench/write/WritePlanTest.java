package org.tieredhdfs.bench.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.rows.TimeLeft;
import org.tieredhdfs.bench.write.WritePlan.WriteSizes;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.report.Side;

class WritePlanTest {
  private static WritePlan plan(String... cases) {
    return new WritePlan(
        new BenchPlan(
            List.of(Side.STOCK, Side.OURS),
            1,
            1,
            List.of(cases),
            Path.of("/tmp/bench/cluster"),
            Path.of("/tmp/bench/out"),
            new ClassPaths("/ours.jar:/stock.jar", "/stock.jar"),
            Map.of("dfs.client.of.both", "yes"),
            0),
        WriteMedia.RAM,
        WriteSizes.QUICK);
  }

  @Test
  void refusesWhatCannotBeMeasured() {
    assertThatThrownBy(() -> plan("write-9"))
        .hasMessageContaining("'write-9'")
        .hasMessageContaining("write-1");
    assertThatThrownBy(() -> WriteSizes.USUAL.withStreamMb(0)).hasMessageContaining("--mb: '0 MB'");
  }

  @Test
  void onlyOurSidePlugsOursInAndBothHaveTheSettingsOfThePlan() {
    ClusterSpec stock = WriteCluster.spec(plan(), MediaPace.of(1), true);
    ClusterSpec ours = WriteCluster.spec(plan(), MediaPace.of(1), false);
    assertThat(stock.settings()).containsEntry("dfs.client.of.both", "yes");
    assertThat(ours.settings())
        .containsEntry("dfs.client.of.both", "yes")
        .containsKey("dfs.datanode.fsdataset.factory");
    assertThat(stock.classPath()).isEqualTo("/stock.jar");
    assertThat(stock.settings().values()).noneMatch(value -> value.contains("tieredhdfs"));
  }

  @Test
  void startsAsManyDataNodesAsReplicasAreWanted() {
    assertThat(plan("write-1").dataNodes()).isEqualTo(1);
    assertThat(plan("write-1", "write-r3").dataNodes()).isEqualTo(3);
  }

  @Test
  void tellsHowLongItStillTakes() {
    TimeLeft left = new TimeLeft(10);
    left.start(0);
    assertThat(left.text(1)).isEqualTo("10 measurements to come");
    left.stepDone();
    assertThat(left.text(3_000_000_000L)).isEqualTo("about 27 s left");
    assertThat(left.text(60_000_000_000L)).isEqualTo("about 9 min left");
  }
}
