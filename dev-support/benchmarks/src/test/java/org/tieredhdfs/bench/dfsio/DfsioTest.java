package org.tieredhdfs.bench.dfsio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.bench.experiment.ReportRows;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

class DfsioTest {
  private static BenchmarkCase row(String name, Side side, int repeat, double mbPerSec) {
    return ReportRows.row(name, side, repeat, "mbPerSec", mbPerSec);
  }

  @Test
  void eachMediumCountsWithTheMedianOfItsFastestCase() {
    List<BenchmarkCase> compared =
        new Dfsio()
            .compared(
                List.of(
                    row("ssd-backward-3", Side.OURS, 1, 100),
                    row("ssd-backward-12-noreadahead", Side.OURS, 1, 300),
                    row("ssd-backward-12-noreadahead", Side.OURS, 2, 320),
                    row("ssd-backward-12-noreadahead", Side.OURS, 3, 900),
                    row("hdd-backward-3", Side.OURS, 1, 80),
                    row("hdd-backward-12", Side.OURS, 1, 60),
                    row("hdd-backward-12", Side.STOCK, 1, 60)));
    assertThat(compared).hasSize(1);
    assertThat(compared.get(0).name()).isEqualTo("ssd / hdd, backward");
    assertThat(compared.get(0).side()).isEqualTo(Side.OURS);
    assertThat(compared.get(0).metrics())
        .containsOnly(
            entry(Dfsio.RATIO, 4.0),
            entry("leastMbRatio", 300 / 80.0),
            entry("mostMbRatio", 900 / 80.0),
            entry(Dfsio.STUDY_RATIO, 1600 / 300.0));
  }

  @Test
  void aPatternThatWasMeasuredOnOneMediumOnlyIsNotCompared() {
    assertThat(
            new Dfsio()
                .compared(
                    List.of(
                        row("ssd-write-3", Side.OURS, 1, 100),
                        row("ram-write-3", Side.OURS, 1, 900))))
        .isEmpty();
  }
}
