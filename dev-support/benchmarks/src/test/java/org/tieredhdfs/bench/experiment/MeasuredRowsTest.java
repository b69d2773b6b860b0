package org.tieredhdfs.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.files.ReportFiles;

class MeasuredRowsTest {
  private static final List<String> KNOWN = List.of("1T_SSD", "1T_HDD");

  @TempDir Path out;

  private static BenchmarkCase row(String name, Side side, int repeat, double opsPerSec) {
    return new BenchmarkCase(name, side, repeat, Map.of("opsPerSec", opsPerSec)).withCommit("abc");
  }

  private void write(String scale) throws IOException {
    ReportBuilder report = new ReportBuilder("ycsb").version(MeasuredRows.SCALE, scale);
    report.failure("1T_HDD on ours, repeat 1: gone");
    report.add(row("1T_SSD", Side.OURS, 1, 10));
    report.add(row("1T_SSD / 1T_HDD", Side.OURS, 1, 10));
    new ReportFiles(out).write(report.build());
  }

  @Test
  void goesOnWithTheRowsOfTheReportAndTheirCommits() throws IOException {
    write("x");
    MeasuredRows rows = MeasuredRows.resumed(out, "x", KNOWN::contains);
    assertThat(rows.all()).hasSize(1);
    assertThat(rows.all().get(0).commit()).isEqualTo("abc");
    assertThat(rows.has("1T_SSD", Side.OURS, 1)).isTrue();
    assertThat(rows.has("1T_SSD", Side.OURS, 2)).isFalse();
    assertThat(rows.has("1T_SSD", Side.STOCK, 1)).isFalse();
  }

  @Test
  void whatFailedBeforeStaysInTheReport() throws IOException {
    write("x");
    MeasuredRows rows = MeasuredRows.resumed(out, "x", KNOWN::contains);
    rows.fail("1T_HDD on ours, repeat 2: full");
    assertThat(rows.failures())
        .containsExactly("1T_HDD on ours, repeat 1: gone", "1T_HDD on ours, repeat 2: full");
  }

  @Test
  void rowsOfAnotherScaleAreNotMixedIn() throws IOException {
    write("x");
    assertThatThrownBy(() -> MeasuredRows.resumed(out, "y", KNOWN::contains))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'x'")
        .hasMessageContaining("'y'");
  }

  @Test
  void withoutAReportThereIsNothingToGoOnWith() throws IOException {
    assertThat(MeasuredRows.resumed(out, "x", KNOWN::contains).all()).isEmpty();
  }
}
