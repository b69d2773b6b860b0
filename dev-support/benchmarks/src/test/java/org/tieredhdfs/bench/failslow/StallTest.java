package org.tieredhdfs.bench.failslow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.Plans;
import org.tieredhdfs.bench.experiment.Bound;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

class StallTest {
  private final List<BenchmarkCase> rows = new ArrayList<>();

  private List<String> failures() {
    return Bound.missed(new Stall().bounds(rows), rows);
  }

  private void add(String name, Side side, int repeat, double p999Ms, double maxMs) {
    add(name, side, repeat, Map.of("fastWriteP999Ms", p999Ms, "fastWriteMaxMs", maxMs));
  }

  private void add(String name, Side side, int repeat, Map<String, Double> more) {
    Map<String, Double> metrics =
        new TreeMap<>(Map.of("fastReadMaxMs", 5.0, "declaredDead", 0.0, "slowMaxMs", 10_000.0));
    metrics.putAll(more);
    rows.add(new BenchmarkCase(name, side, repeat, metrics));
  }

  @Test
  void isContentIfAFreezeIsNotNoticed() {
    add("no-freeze", Side.OURS, 1, 20, 30);
    add("freeze-rereplication", Side.OURS, 1, 25, 40);
    add("freeze-rereplication", Side.STOCK, 1, 10_000, 10_100);
    assertThat(failures()).isEmpty();
  }

  @Test
  void namesTailsThatGrowWithAFreeze() {
    add("no-freeze", Side.OURS, 1, 20, 30);
    add("freeze-mover", Side.OURS, 1, 41, 60);
    assertThat(failures())
        .singleElement()
        .asString()
        .contains("freeze-mover, ours: fastWriteP999Ms is 41,");
  }

  @Test
  void comparesMediansButTakesTheWorstOfTheLongest() {
    add("no-freeze", Side.OURS, 1, 20, 30);
    add("hang", Side.OURS, 1, 25, 40);
    add("hang", Side.OURS, 2, 25, 40);
    add("hang", Side.OURS, 3, 1_500, 1_600);
    assertThat(failures()).singleElement().asString().contains("hang", "fastWriteMaxMs", "1,600");
  }

  @Test
  void wantsStockToBeTenTimesWorseInTheConvoy() {
    add("freeze-rereplication", Side.OURS, 1, 200, 300);
    add("freeze-rereplication", Side.STOCK, 1, 2_000, 2_500);
    assertThat(failures()).singleElement().asString().contains("2,500", "the 300 of");
  }

  @Test
  void wantsNoDeadNodeAndNoLongWaitOfOurs() {
    Map<String, Double> bad = Map.of("declaredDead", 1.0, "fastCreateRbwWaitMeanMs", 150.0);
    add("heavy-load-freeze", Side.STOCK, 1, bad);
    assertThat(failures()).isEmpty();
    add("heavy-load-freeze", Side.OURS, 1, bad);
    assertThat(failures()).hasSize(2).allMatch(why -> why.startsWith("heavy-load-freeze"));
  }

  @Test
  void whatHoldsForEachMeasurementHoldsForATakeThatIsLeftOut() {
    Map<String, Double> dead = Map.of("fastWriteMaxMs", 9_000.0, "declaredDead", 1.0);
    List<BenchmarkCase> leftOut =
        List.of(
            new BenchmarkCase("hang", Side.STOCK, 1, dead),
            new BenchmarkCase("hang", Side.OURS, 1, dead));
    List<Bound> ofEach = new Stall().bounds(rows).stream().filter(Bound::isForEach).toList();
    assertThat(Bound.missed(ofEach, leftOut))
        .containsExactly(
            "hang, ours, repeat 1: fastWriteMaxMs is 9,000, it has to be 1,000 or less",
            "hang, ours, repeat 1: declaredDead is 1, it has to be 0 or less");
  }

  @Test
  void wantsTheSlowVolumeToHaveHung() {
    add("freeze", Side.STOCK, 1, Map.of("slowMaxMs", 12.0));
    assertThat(failures()).singleElement().asString().contains("freeze, stock");
  }

  @Test
  void onlyOurSidePlugsOursIn() {
    BenchPlan plan = Plans.plan();
    ClusterSpec ours = Stall.spec(plan, MediaPace.of(1), Side.OURS);
    ClusterSpec stock = Stall.spec(plan, MediaPace.of(1), Side.STOCK);
    assertThat(ours.settings())
        .containsKey("dfs.datanode.fsdataset.factory")
        .containsEntry("dfs.some.key", "of the user");
    assertThat(stock.settings().values()).noneMatch(value -> value.contains("tieredhdfs"));
    assertThat(stock.classPath()).isEqualTo("/stock.jar");
    assertThat(ours.layout()).isEqualTo(stock.layout());
  }
}
