package org.tieredhdfs.bench.failslow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.Side;

class FailSlowBenchTest {
  private static final FailSlowOptions OPTIONS = new FailSlowOptions(5, false, false);

  private static BenchPlan plan(int repeats, String... cases) {
    return new BenchPlan(
        List.of(Side.STOCK, Side.OURS),
        repeats,
        60,
        List.of(cases),
        Path.of("/tmp/bench/cluster"),
        Path.of("/tmp/bench/out"),
        new ClassPaths("/ours.jar:/stock.jar", "/stock.jar"),
        Map.of("hbase.wal.hsync", "true"),
        0);
  }

  private static List<String> titles(BenchPlan plan, boolean isOfFalseAlarms) {
    return FailSlowBench.steps(plan, isOfFalseAlarms).stream()
        .map(FailSlowBench.Step::title)
        .toList();
  }

  @Test
  void sidesTakeTurnsAndChangeWhoGoesFirst() {
    assertThat(titles(plan(2, "stutter", "no-fault"), false))
        .containsExactly(
            "no-fault, stock, repeat 1",
            "no-fault, ours, repeat 1",
            "stutter, stock, repeat 1",
            "stutter, ours, repeat 1",
            "no-fault, ours, repeat 2",
            "no-fault, stock, repeat 2",
            "stutter, ours, repeat 2",
            "stutter, stock, repeat 2");
  }

  @Test
  void falseAlarmsAreOfOneSideAndOnlyWhereAskedFor() {
    assertThat(titles(plan(1), true))
        .containsExactly(
            "no-fault-heavy, ours, repeat 1",
            "node-slow-10x, ours, repeat 1",
            "machine-pause, ours, repeat 1");
    assertThat(titles(plan(1), false))
        .contains("wal-hang-ssd-3-nodes, stock, repeat 1")
        .noneMatch(title -> title.contains("heavy"));
    assertThat(titles(plan(1, "machine-pause"), false)).hasSize(1);
  }

  @Test
  void onlyTheHeavyLoadAndFaultsOfAVolumeLastAsLongAsAskedFor() {
    assertThat(FailSlowRun.faultMs(FailSlowCase.named("no-fault-heavy"), 7_200))
        .isEqualTo(7_200_000);
    assertThat(FailSlowRun.faultMs(FailSlowCase.named("wal-hang-ssd"), 90)).isEqualTo(90_000);
    assertThat(FailSlowRun.faultMs(FailSlowCase.named("node-slow-10x"), 7_200)).isEqualTo(60_000);
    assertThat(FailSlowRun.faultMs(FailSlowCase.named("machine-pause"), 8)).isEqualTo(5_000);
  }

  @Test
  void refusesClustersThatHaveFewerNodesThanReplicas() {
    assertThatThrownBy(() -> new FailSlowOptions(2, false, false))
        .hasMessageContaining("--datanodes: '2'");
    assertThatThrownBy(() -> new FailSlowBench(plan(1, "thaw"), OPTIONS, Progress.silent()))
        .hasMessageContaining("'thaw'");
  }

  @Test
  void bothSidesHaveTheSameLogOnTheSameMedium() {
    ClusterSpec stock = spec("wal-hang-ram", Side.STOCK);
    ClusterSpec ours = spec("wal-hang-ram", Side.OURS);
    assertThat(stock.settings())
        .containsEntry("hbase.wal.storage.policy", "ALL_NVDIMM")
        .containsEntry("hbase.wal.hsync", "true");
    assertThat(stock.settings().toString()).doesNotContain("tiered");
    assertThat(ours.settings())
        .containsEntry("hbase.wal.storage.policy", "ALL_RAMDISK")
        .containsKey("dfs.datanode.fsdataset.factory");
    assertThat(ours.layout()).isEqualTo(stock.layout());
    assertThat(spec("wal-hang-ssd-3-nodes", Side.OURS).dataNodes()).isEqualTo(3);
    assertThat(ours.dataNodes()).isEqualTo(5);
  }

  @Test
  void usersThatTheFaultShouldNotReachAreOnAnotherMedium() {
    for (FailSlowCase one : FailSlowCase.all()) {
      assertThat(one.otherMedium()).as(one.name()).isNotEqualTo(one.medium());
    }
  }

  private static ClusterSpec spec(String name, Side side) {
    return new FailSlowSite(plan(1), FailSlowCase.named(name), side, OPTIONS).spec(MediaPace.of(1));
  }
}
