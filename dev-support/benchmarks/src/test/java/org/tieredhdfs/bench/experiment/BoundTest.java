package org.tieredhdfs.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

class BoundTest {
  private final List<BenchmarkCase> rows = new ArrayList<>();

  private void add(String name, Side side, double... ms) {
    for (double one : ms) {
      int repeat = 1 + (int) rows.stream().filter(row -> row.name().equals(name)).count();
      rows.add(new BenchmarkCase(name, side, repeat, Map.of("writeMs", one)));
    }
  }

  private List<String> missed(Bound... bounds) {
    return Bound.missed(List.of(bounds), rows);
  }

  @Test
  void theMedianIsHeldAgainstANumber() {
    add("hang", Side.OURS, 25, 35, 1_500);
    assertThat(missed(Bound.most("hang", Side.OURS, "writeMs", 35))).isEmpty();
    assertThat(missed(Bound.most("hang", Side.OURS, "writeMs", 34)))
        .containsExactly("hang, ours: writeMs is 35, it has to be 34 or less");
    assertThat(missed(Bound.least("hang", Side.OURS, "writeMs", 35.5)))
        .containsExactly("hang, ours: writeMs is 35, it has to be 35.5 or more");
  }

  @Test
  void eachRepeatIsHeldAgainstABoundForEach() {
    add("hang", Side.OURS, 25, 35, 1_500);
    assertThat(missed(Bound.most("hang", Side.OURS, "writeMs", 1_000).forEach()))
        .containsExactly("hang, ours, repeat 3: writeMs is 1,500, it has to be 1,000 or less");
  }

  @Test
  void theLimitMayBeAMultipleOfAnotherCaseOrOfTheOtherSide() {
    add("calm", Side.OURS, 20);
    add("hang", Side.OURS, 41);
    add("hang", Side.STOCK, 40);
    assertThat(missed(Bound.most("hang", Side.OURS, "writeMs", 2).times("calm", Side.OURS)))
        .containsExactly(
            "hang, ours: writeMs is 41, it has to be 40 or less (2.05 instead of 2 times the 20 of"
                + " calm, ours)");
    assertThat(missed(Bound.most("hang", Side.OURS, "writeMs", 1.1).times("hang", Side.STOCK)))
        .isEmpty();
    assertThat(missed(Bound.least("hang", Side.STOCK, "writeMs", 10).times("hang", Side.OURS)))
        .hasSize(1);
  }

  @Test
  void theLimitMayBeAMultipleOfAnotherMetricOfTheSameRow() {
    Map<String, Double> metrics = Map.of("flushMs", 16.0, "flushBeforeMs", 10.0);
    rows.add(new BenchmarkCase("slow", Side.OURS, 1, metrics));
    Bound bound = Bound.most("slow", Side.OURS, "flushMs", 1.5).timesOwn("flushBeforeMs");
    assertThat(missed(bound))
        .containsExactly(
            "slow, ours, repeat 1: flushMs is 16, it has to be 15 or less (1.6 instead of 1.5"
                + " times the 10 of flushBeforeMs)");
  }

  @Test
  void whatWasNotMeasuredKeepsABoundUnlessItIsRequired() {
    Bound bound = Bound.least("hang", Side.OURS, "cutOffWriters", 1).meaning("nobody was there");
    assertThat(missed(bound, bound.required(), bound.times("calm", Side.OURS))).isEmpty();
    add("hang", Side.OURS, 1);
    assertThat(missed(bound, bound.forEach(), bound.timesOwn("other"))).isEmpty();
    assertThat(missed(bound.required()))
        .containsExactly("hang, ours, repeat 1: cutOffWriters was not measured; nobody was there");
  }
}
