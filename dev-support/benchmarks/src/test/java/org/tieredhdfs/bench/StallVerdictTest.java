package org.tieredhdfs.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

class StallVerdictTest {
  private final StallVerdict verdict = new StallVerdict();

  private void add(String name, Side side, int repeat, double p999Ms, double maxMs) {
    add(name, side, repeat, Map.of("fastWriteP999Ms", p999Ms, "fastWriteMaxMs", maxMs));
  }

  private void add(String name, Side side, int repeat, Map<String, Double> more) {
    Map<String, Double> metrics =
        new TreeMap<>(Map.of("fastReadMaxMs", 5.0, "declaredDead", 0.0, "slowMaxMs", 10_000.0));
    metrics.putAll(more);
    verdict.add(new BenchmarkCase(name, side, repeat, metrics), List.of());
  }

  @Test
  void isContentIfAFreezeIsNotNoticed() {
    add("no-freeze", Side.OURS, 1, 20, 30);
    add("freeze-rereplication", Side.OURS, 1, 25, 40);
    add("freeze-rereplication", Side.STOCK, 1, 10_000, 10_100);
    assertThat(verdict.failures()).isEmpty();
  }

  @Test
  void namesTailsThatGrowWithAFreeze() {
    add("no-freeze", Side.OURS, 1, 20, 30);
    add("freeze-mover", Side.OURS, 1, 41, 60);
    assertThat(verdict.failures())
        .singleElement()
        .asString()
        .contains("freeze-mover: fastWriteP999Ms is 41.0");
  }

  @Test
  void comparesMediansButTakesTheWorstOfTheLongest() {
    add("no-freeze", Side.OURS, 1, 20, 30);
    add("hang", Side.OURS, 1, 25, 40);
    add("hang", Side.OURS, 2, 25, 40);
    add("hang", Side.OURS, 3, 1_500, 1_600);
    assertThat(verdict.failures())
        .singleElement()
        .asString()
        .contains("hang", "fastWriteMaxMs", "1600.0");
  }

  @Test
  void wantsStockToBeTenTimesWorseInTheConvoy() {
    add("freeze-rereplication", Side.OURS, 1, 200, 300);
    add("freeze-rereplication", Side.STOCK, 1, 2_000, 2_500);
    assertThat(verdict.failures()).singleElement().asString().contains("2500.0", "300.0");
  }

  @Test
  void wantsNoDeadNodeAndNoLongWaitOfOurs() {
    Map<String, Double> bad = Map.of("declaredDead", 1.0, "fastCreateRbwWaitMeanMs", 150.0);
    add("heavy-load-freeze", Side.STOCK, 1, bad);
    assertThat(verdict.failures()).isEmpty();
    add("heavy-load-freeze", Side.OURS, 1, bad);
    assertThat(verdict.failures()).hasSize(2).allMatch(why -> why.startsWith("heavy-load-freeze"));
  }

  @Test
  void namesFailedOperationsOfOurs() {
    verdict.add(
        new BenchmarkCase("no-freeze", Side.OURS, 1, Map.of("fastWriteErrors", 1.0)),
        List.of("write: no space"));
    assertThat(verdict.failures()).containsExactly("no-freeze: write: no space");
  }

  @Test
  void whatHoldsForEachMeasurementHoldsForATakeThatIsLeftOut() {
    Map<String, Double> dead = Map.of("fastWriteMaxMs", 9_000.0, "declaredDead", 1.0);
    verdict.addLeftOut(new BenchmarkCase("hang", Side.STOCK, 1, dead), List.of("read: gone"));
    assertThat(verdict.failures()).isEmpty();
    verdict.addLeftOut(new BenchmarkCase("hang", Side.OURS, 1, dead), List.of("read: gone"));
    assertThat(verdict.failures())
        .containsExactly(
            "hang: read: gone",
            "hang: fastWriteMaxMs is 9000.0, it has to be 1000 or less",
            "hang: declaredDead is 1.0, it has to be 0 or less");
  }

  @Test
  void wantsTheSlowVolumeToHaveHung() {
    add("freeze", Side.STOCK, 1, Map.of("slowMaxMs", 12.0));
    assertThat(verdict.failures()).singleElement().asString().contains("freeze, stock");
  }
}
