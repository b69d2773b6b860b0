package org.tieredhdfs.bench.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.bench.experiment.Bound;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

/** On figures as ten pairs gave them, scaled to what each test needs. */
class WriteComparisonTest {
  /** MB/s of stock with one writer on RAM, ten pairs. */
  private static final double[] STOCK_MB = {552, 571, 594, 560, 585, 549, 577, 590, 566, 581};

  /** How the other side of a pair differs from the ratio that is meant. */
  private static final double[] SPREAD = {
    1.01, 0.99, 1.02, 0.98, 1.00, 1.01, 0.99, 1.00, 1.02, 0.98
  };

  private final List<BenchmarkCase> rows = new ArrayList<>();

  private List<String> failures() {
    List<BenchmarkCase> reported = comparison().reported();
    return Bound.missed(WriteComparison.bounds(reported), reported);
  }

  private WriteComparison comparison() {
    return new WriteComparison(rows);
  }

  private void add(String caseName, Side side, int pair, Map<String, Double> metrics) {
    rows.removeIf(row -> row.name().equals(caseName) && row.side() == side && row.repeat() == pair);
    rows.add(new BenchmarkCase(caseName, side, pair, metrics));
  }

  /** Ten pairs of a case, in which a side has these ratios to stock. */
  private void add(String caseName, Side side, Map<String, Double> ratios, double spread) {
    for (int pair = 1; pair <= STOCK_MB.length; pair++) {
      double stock = STOCK_MB[pair - 1];
      Map<String, Double> stockMetrics = new LinkedHashMap<>();
      Map<String, Double> metrics = new LinkedHashMap<>();
      double differs = 1 + (SPREAD[pair - 1] - 1) * spread;
      ratios.forEach(
          (metric, ratio) -> {
            stockMetrics.put(metric, stock);
            metrics.put(metric, stock * ratio * differs);
          });
      add(caseName, Side.STOCK, pair, stockMetrics);
      add(caseName, side, pair, metrics);
    }
  }

  @Test
  void isContentWithWhatIsPromised() {
    add("write-1", Side.OURS, Map.of("mbPerSec", 1.95, "cpuSecPerGb", 0.5), 1);
    add("write-1", Side.STOCK_CLIENT, Map.of("mbPerSec", 1.35, "cpuSecPerGb", 0.7), 1);
    add("write-1", Side.STOCK_DATANODE, Map.of("mbPerSec", 1.0, "cpuSecPerGb", 1.0), 1);
    add("write-r3", Side.OURS, Map.of("mbPerSec", 1.3), 1);
    add("hflush-1k", Side.OURS, Map.of("mbPerSec", 1.3, "p50Us", 0.65, "p99Us", 1.0), 1);
    add("read", Side.OURS, Map.of("mbPerSec", 0.995), 1);
    assertThat(failures()).isEmpty();
  }

  @Test
  void namesEachBoundThatIsMissed() {
    add("write-1", Side.OURS, Map.of("mbPerSec", 1.8, "cpuSecPerGb", 0.6), 1);
    add("write-1", Side.STOCK_CLIENT, Map.of("mbPerSec", 1.2, "cpuSecPerGb", 0.8), 1);
    add("write-r3", Side.OURS, Map.of("mbPerSec", 1.2), 1);
    add("hflush-1k", Side.OURS, Map.of("mbPerSec", 1.3, "p50Us", 0.75, "p99Us", 1.2), 1);
    assertThat(failures())
        .hasSize(7)
        .anyMatch(why -> why.startsWith("write-1, ours: mbPerSecRatio") && why.contains("1.9 "))
        .anyMatch(why -> why.startsWith("write-1, ours: cpuSecPerGbRatio") && why.contains("0.52"))
        .anyMatch(why -> why.startsWith("write-1, stock-client: mbPerSec"))
        .anyMatch(why -> why.startsWith("write-1, stock-client: cpuSecPerGb"))
        .anyMatch(why -> why.startsWith("write-r3, ours: mbPerSec") && why.contains("1.25"))
        .anyMatch(why -> why.startsWith("hflush-1k, ours: p50UsRatio") && why.contains("0.7 "))
        .anyMatch(why -> why.startsWith("ratio-hflush-1k, ours: p99UsRatioLower95"));
  }

  @Test
  void wantsEverythingElseNoSlowerAndKnownWell() {
    add("read", Side.OURS, Map.of("mbPerSec", 0.97), 1);
    add("pread-4k", Side.OURS, Map.of("mbPerSec", 1.0), 8);
    assertThat(failures())
        .hasSize(2)
        .anyMatch(why -> why.startsWith("ratio-read, ours") && why.endsWith("slower than Hadoop"))
        .anyMatch(
            why -> why.startsWith("ratio-pread-4k, ours") && why.endsWith("not known well enough"));
  }

  @Test
  void doesNotJudgeWhatOnePairCannotTell() {
    add("read", Side.STOCK, 1, Map.of("mbPerSec", 2000.0));
    add("read", Side.OURS, 1, Map.of("mbPerSec", 1000.0));
    add("write-1", Side.STOCK, 1, Map.of("mbPerSec", 500.0));
    add("write-1", Side.OURS, 1, Map.of("mbPerSec", 400.0));
    add("pread-1m", Side.OURS, 1, Map.of("mbPerSec", 1.0));
    assertThat(failures()).isEmpty();
  }

  @Test
  void reportsTheRatiosOfEachPairAndTheirIntervals() {
    add("read", Side.OURS, Map.of("mbPerSec", 1.5), 1);
    assertThat(row(Side.OURS).metrics().get("mbPerSecRatio")).isBetween(1.5149, 1.5151);
    assertThat(row(Side.STOCK).metrics()).doesNotContainKey("mbPerSecRatio");
    assertThat(comparison().reported().stream().filter(row -> row.name().startsWith("ratio-")))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.name()).isEqualTo("ratio-read");
              assertThat(one.metrics().get("mbPerSecRatioLower95")).isBetween(1.47, 1.5);
              assertThat(one.metrics().get("mbPerSecRatioUpper95")).isBetween(1.5, 1.53);
            });
  }

  /** The first on a side. */
  private BenchmarkCase row(Side side) {
    return comparison().reported().stream()
        .filter(row -> row.side() == side)
        .findFirst()
        .orElseThrow();
  }
}
