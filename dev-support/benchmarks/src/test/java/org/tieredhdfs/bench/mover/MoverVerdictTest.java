package org.tieredhdfs.bench.mover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

class MoverVerdictTest {
  private final MoverVerdict verdict = new MoverVerdict(50);

  private void add(String name, Side side, String metric, double value) {
    verdict.add(new BenchmarkCase(name, side, 1, Map.of(metric, value, "satisfiedPercent", 100.0)));
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
    addAll(0.04, 2.9, 501, 47.6, 21);
    assertThat(verdict.failures()).isEmpty();
  }

  @Test
  void namesEverythingThatIsNotAsPromised() {
    addAll(0.05, 3.3, 499, 47.4, 30);
    assertThat(verdict.failures())
        .hasSize(5)
        .anyMatch(why -> why.startsWith("single: seconds") && why.contains("0.020"))
        .anyMatch(why -> why.startsWith("cross-node: seconds") && why.contains("1.100"))
        .anyMatch(why -> why.startsWith("small-files: filesPerSec"))
        .anyMatch(why -> why.startsWith("large-files: 47.4 MB/s"))
        .anyMatch(why -> why.startsWith("under-load: foregroundP99Ms") && why.contains("1.500"));
  }

  @Test
  void namesFilesOfOursThatDidNotArriveAndLeavesStocksToItself() {
    verdict.add(new BenchmarkCase("single", Side.STOCK, 1, Map.of("satisfiedPercent", 0.0)));
    verdict.add(new BenchmarkCase("single", Side.OURS, 1, Map.of("satisfiedPercent", 99.0)));
    assertThat(verdict.failures()).containsExactly("single: 99.0 % of the files arrived");
  }
}
