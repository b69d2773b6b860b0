package org.tieredhdfs.bench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.bench.experiment.ReportRows;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

class FlashComparisonTest {
  private static BenchmarkCase row(String name, Side side, int repeat, double opsPerSec) {
    return ReportRows.row(name, side, repeat, "steadyOpsPerSec", opsPerSec);
  }

  @Test
  void flashAndDisksCountWithTheirFastestCases() {
    List<BenchmarkCase> compared =
        FlashComparison.of(
            List.of(
                row("flash-insert55-read45-10m-64-rs1", Side.OURS, 1, 100),
                row("flash-insert55-read45-10m-1024-rs4", Side.OURS, 1, 280),
                row("flash-insert55-read45-10m-1024-rs4", Side.OURS, 2, 300),
                row("flash-insert55-read45-10m-1024-rs4", Side.OURS, 3, 900),
                row("flash-insert55-read45-30m-64-rs1", Side.OURS, 1, 800),
                row("disks-insert55-read45-10m-64-rs1", Side.OURS, 1, 120),
                row("disks-insert55-read45-10m-256-rs1", Side.OURS, 1, 150),
                row("disks-insert55-read45-10m-256-rs1", Side.STOCK, 1, 150)));
    assertThat(compared).hasSize(1);
    assertThat(compared.get(0).name()).isEqualTo("flash / disks, insert55-read45, 10m");
    assertThat(compared.get(0).side()).isEqualTo(Side.OURS);
    assertThat(compared.get(0).metrics())
        .containsOnly(
            entry("opsRatio", 2.0),
            entry("leastOpsRatio", 280 / 150.0),
            entry("mostOpsRatio", 6.0),
            entry("studyOpsRatio", 3.0));
  }

  @Test
  void scansAreComparedFromEachNumberOfServersToTheNextWithTheStudysWhereItHasOne() {
    List<BenchmarkCase> compared =
        FlashComparison.of(
            List.of(
                row("flash-e-10m-1024-rs1", Side.STOCK, 1, 100),
                row("flash-e-10m-1024-rs2", Side.STOCK, 1, 150),
                row("flash-e-10m-1024-rs4", Side.STOCK, 1, 180),
                row("flash-load-10m-1024-rs2", Side.STOCK, 1, 150),
                row("flash-load-10m-1024-rs4", Side.STOCK, 1, 150)));
    assertThat(compared)
        .extracting(BenchmarkCase::name)
        .containsExactly("flash-e-10m-1024-rs2 / rs1", "flash-e-10m-1024-rs4 / rs2");
    assertThat(compared.get(0).metrics()).containsOnly(entry("opsRatio", 1.5));
    assertThat(compared.get(1).metrics())
        .containsOnly(entry("opsRatio", 1.2), entry("studyOpsRatio", 1.44));
  }
}
