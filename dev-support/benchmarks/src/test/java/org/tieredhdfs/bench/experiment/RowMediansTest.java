package org.tieredhdfs.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

class RowMediansTest {
  @Test
  void aCaseIsALineOfTheTableWithItsMedians() {
    List<BenchmarkCase> rows =
        List.of(
            ReportRows.row("a", Side.STOCK, 1, 10),
            ReportRows.row("a", Side.OURS, 1, 20),
            ReportRows.row("a", Side.OURS, 2, 90),
            ReportRows.row("a", Side.OURS, 3, 30));
    assertThat(RowMedians.table(rows, List.of("opsPerSec", "readErrors")).toString().lines())
        .map(line -> line.strip().replaceAll("  +", " | "))
        .containsExactly(
            "CASE | SIDE | REPEATS | opsPerSec | readErrors",
            "a | stock | 1 | 10 ops/s | -",
            "a | ours | 3 | 30 ops/s | -");
  }
}
