package org.tieredhdfs.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.bench.mover.MoverBench;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.Side;

class BenchPlanTest {
  private static BenchPlan plan(int repeats, int seconds, List<String> cases) {
    return new BenchPlan(
        List.of(Side.OURS),
        repeats,
        seconds,
        cases,
        Path.of("/tmp/bench/cluster"),
        Path.of("/tmp/bench/out"),
        new ClassPaths("/ours.jar:/stock.jar", "/stock.jar"),
        Map.of("dfs.tiered.volume.patience", "100ms"),
        0);
  }

  @Test
  void refusesWhatCannotBeMeasured() {
    assertThatThrownBy(() -> plan(0, 1, List.of())).hasMessageContaining("--repeats: '0'");
    assertThatThrownBy(() -> plan(1, 0, List.of())).hasMessageContaining("--seconds: '0'");
    assertThatThrownBy(() -> new VolumesLoad(0, 10)).hasMessageContaining("--writers: '0'");
    assertThatThrownBy(
            () -> new StallBench(plan(1, 1, List.of("freeze", "thaw")), Progress.silent()))
        .hasMessageContaining("'thaw'")
        .hasMessageContaining("freeze-rereplication");
    assertThatThrownBy(
            () ->
                new MoverBench(
                    plan(1, 1, List.of("large")), MoverBench.Sizes.QUICK, Progress.silent()))
        .hasMessageContaining("'large'")
        .hasMessageContaining("large-files");
  }

  @Test
  void onlyOurSidePlugsOursIn() {
    BenchPlan plan = plan(1, 1, List.of());
    ClusterSpec ours = StallCluster.spec(plan, MediaPace.of(1), Side.OURS);
    ClusterSpec stock = StallCluster.spec(plan, MediaPace.of(1), Side.STOCK);
    assertThat(ours.settings())
        .containsKey("dfs.datanode.fsdataset.factory")
        .containsEntry("dfs.tiered.volume.patience", "100ms");
    assertThat(stock.settings().values()).noneMatch(value -> value.contains("tieredhdfs"));
    assertThat(stock.classPath()).isEqualTo("/stock.jar");
    assertThat(ours.layout()).isEqualTo(stock.layout());
  }

  @Test
  void everyCaseOfVolumesRunsThePolicyOfItsSide() {
    for (VolumesCase one : VolumesCase.all()) {
      ClusterSpec spec =
          new VolumesRun(
                  plan(1, 1, List.of()),
                  MediaPace.of(5),
                  one,
                  new VolumesLoad(1, 5),
                  Progress.silent())
              .spec();
      assertThat(spec.isStock()).isEqualTo(one.side() == Side.STOCK);
      assertThat(spec.settings())
          .containsEntry("dfs.datanode.fsdataset.volume.choosing.policy", one.policy());
    }
  }
}
