package org.tieredhdfs.bench.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

class CompressionComparisonTest {
  private static BenchmarkCase row(
      String name, Side side, double opsPerSec, double cpuUs, double writtenMbPerSec) {
    return new BenchmarkCase(
        name,
        side,
        1,
        Map.of(
            "opsPerSec",
            opsPerSec,
            "allDaemonsCpuPerOpUs",
            cpuUs + 500 / opsPerSec,
            "compilersCpuPerOpUs",
            500 / opsPerSec,
            "diskWriteMbPerSec",
            writtenMbPerSec,
            "runTimeMs",
            60_000 / opsPerSec));
  }

  @Test
  void eachIsComparedWithTheCaseWithoutOfItsSide() {
    List<BenchmarkCase> compared =
        CompressionComparison.of(
            List.of(
                row("hdd-none", Side.OURS, 1_000, 200, 8),
                row("hdd-compacted-gz", Side.OURS, 1_500, 300, 6),
                row("hdd-compacted-gz", Side.STOCK, 1_500, 300, 6)));
    assertThat(compared).hasSize(1);
    assertThat(compared.get(0).name()).isEqualTo("hdd-compacted-gz / hdd-none");
    assertThat(compared.get(0).side()).isEqualTo(Side.OURS);
    // as many MB a second for two thirds of the time would be two thirds
    assertThat(compared.get(0).metrics())
        .containsOnly(entry("opsRatio", 1.5), entry("cpuRatio", 1.5), entry("writtenRatio", 0.5));
  }
}
