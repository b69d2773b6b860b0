package org.tieredhdfs.bench.failslow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.Plans;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.Side;

class FailSlowTest {
  private final FailSlow failSlow = new FailSlow();

  private static FailSlow.Case named(String name) {
    return FailSlow.CASES.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }

  private List<String> usual() {
    return failSlow.cases().stream().filter(failSlow::isUsual).map(FailSlow.Case::name).toList();
  }

  @Test
  void falseAlarmsAreOfOneSideAndOnlyWhereAskedFor() {
    assertThat(usual()).contains("wal-hang-ssd-3-nodes").noneMatch(name -> name.contains("heavy"));
    failSlow.isOfFalseAlarms = true;
    assertThat(usual()).containsExactly("no-fault-heavy", "node-slow-10x", "machine-pause");
    assertThat(failSlow.isMeasured(named("machine-pause"), Side.OURS, 1)).isTrue();
    assertThat(failSlow.isMeasured(named("machine-pause"), Side.STOCK, 1)).isFalse();
    assertThat(failSlow.isMeasured(named("stutter"), Side.STOCK, 1)).isTrue();
    BenchPlan ofStock = Plans.plan(List.of(Side.STOCK), 1, 1);
    assertThatThrownBy(() -> failSlow.run(ofStock, Progress.silent()))
        .hasMessageContaining("--side");
  }

  @Test
  void onlyTheHeavyLoadAndFaultsOfAVolumeLastAsLongAsAskedFor() {
    assertThat(FailSlowRun.faultMs(named("no-fault-heavy"), 7_200)).isEqualTo(7_200_000);
    assertThat(FailSlowRun.faultMs(named("wal-hang-ssd"), 90)).isEqualTo(90_000);
    assertThat(FailSlowRun.faultMs(named("node-slow-10x"), 7_200)).isEqualTo(60_000);
    assertThat(FailSlowRun.faultMs(named("machine-pause"), 8)).isEqualTo(5_000);
  }

  @Test
  void refusesClustersThatHaveFewerNodesThanReplicas() {
    failSlow.dataNodes = 2;
    assertThatThrownBy(failSlow::cases).hasMessageContaining("--datanodes: '2'");
  }

  @Test
  void bothSidesHaveTheSameLogOnTheSameMedium() {
    ClusterSpec stock = spec("wal-hang-ram", Side.STOCK);
    ClusterSpec ours = spec("wal-hang-ram", Side.OURS);
    assertThat(stock.settings())
        .containsEntry("hbase.wal.storage.policy", "ALL_NVDIMM")
        .containsEntry("dfs.some.key", "of the user");
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
    for (FailSlow.Case one : FailSlow.CASES) {
      assertThat(one.otherMedium()).as(one.name()).isNotEqualTo(one.medium());
    }
  }

  private ClusterSpec spec(String name, Side side) {
    return failSlow.spec(Plans.plan(), MediaPace.of(1), named(name), side);
  }
}
