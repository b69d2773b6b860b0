package org.tieredhdfs.bench.mover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.bench.Plans;
import org.tieredhdfs.bench.experiment.Bound;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

class MoversTest {
  private final List<BenchmarkCase> rows = new ArrayList<>();

  private void add(String name, Side side, String metric, double value) {
    rows.add(new BenchmarkCase(name, side, 1, Map.of(metric, value, "satisfiedPercent", 100.0)));
  }

  private List<String> failures() {
    return Bound.missed(new Movers().bounds(rows), rows);
  }

  private void addAll(
      double oursSec, double oursCrossNodeSec, double oursFiles, double oursMb, double oursP99Ms) {
    add(MoverCase.SINGLE, Side.STOCK, "seconds", 2.5);
    add(MoverCase.SINGLE, Side.STOCK_SPS, "seconds", 0.001);
    add(MoverCase.SINGLE, Side.OURS, "seconds", oursSec);
    add(MoverCase.CROSS_NODE, Side.STOCK, "seconds", 3);
    add(MoverCase.CROSS_NODE, Side.OURS, "seconds", oursCrossNodeSec);
    add(MoverCase.SMALL, Side.STOCK, "filesPerSec", 200);
    add(MoverCase.SMALL, Side.OURS, "filesPerSec", oursFiles);
    add(MoverCase.LARGE, Side.OURS, "mbPerSec", oursMb);
    add(MoverCase.UNDER_LOAD, Side.STOCK, "foregroundP99Ms", 20);
    add(MoverCase.UNDER_LOAD, Side.OURS, "foregroundP99Ms", oursP99Ms);
  }

  @Test
  void isContentWithWhatIsPromised() {
    addAll(0.04, 2.9, 501, 25.4, 21);
    assertThat(failures()).isEmpty();
  }

  @Test
  void namesEverythingThatIsNotAsPromised() {
    addAll(0.05, 3.3, 499, 25.3, 30);
    assertThat(failures())
        .hasSize(5)
        .anyMatch(why -> why.startsWith("single, ours: seconds") && why.contains("0.02 "))
        .anyMatch(why -> why.startsWith("cross-node, ours: seconds") && why.contains("(1.1 "))
        .anyMatch(why -> why.startsWith("small-files, ours: filesPerSec"))
        .anyMatch(why -> why.startsWith("large-files, ours: mbPerSec is 25.3"))
        .anyMatch(
            why -> why.startsWith("under-load, ours: foregroundP99Ms") && why.contains("(1.5 "));
  }

  @Test
  void namesFilesOfOursThatDidNotArriveAndLeavesStocksToItself() {
    rows.add(new BenchmarkCase("single", Side.STOCK, 1, Map.of("satisfiedPercent", 0.0)));
    rows.add(new BenchmarkCase("single", Side.OURS, 1, Map.of("satisfiedPercent", 99.0)));
    assertThat(failures())
        .containsExactly(
            "single, ours, repeat 1: satisfiedPercent is 99, it has to be 100 or more; not all"
                + " files arrived");
  }

  @Test
  void theSatisfierIsMeasuredOnceAndTheRenameOfOursAlone() {
    Movers movers = new Movers();
    assertThat(movers.sides(Plans.plan())).containsExactly(Side.STOCK, Side.STOCK_SPS, Side.OURS);
    for (MoverCase one : movers.cases()) {
      boolean isRename = one.name().equals("single-rename");
      assertThat(movers.isMeasured(one, Side.OURS, 2)).isTrue();
      assertThat(movers.isMeasured(one, Side.STOCK, 2)).isEqualTo(!isRename);
      assertThat(movers.isMeasured(one, Side.STOCK_SPS, 1)).isEqualTo(!isRename);
      assertThat(movers.isMeasured(one, Side.STOCK_SPS, 2)).isFalse();
    }
  }
}
