package org.tieredhdfs.bench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.bench.study.page.StudyFigures;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.files.ReportFiles;
import org.tieredhdfs.ycsb.study.StudyCase;

class StudyRowsTest {
  @TempDir Path out;

  private static BenchmarkCase row(String name, Side side, int repeat, double opsPerSec) {
    return new BenchmarkCase(name, side, repeat, Map.of("opsPerSec", opsPerSec)).withCommit("abc");
  }

  private void write(String scale) throws IOException {
    ReportBuilder report = new ReportBuilder("ycsb").version(StudyFigures.SCALE, scale);
    report.add(row("1T_SSD", Side.OURS, 1, 10));
    report.add(row("1T_SSD / 1T_HDD", Side.OURS, 1, 10));
    new ReportFiles(out).write(report.build());
  }

  @Test
  void goesOnWithTheRowsOfTheReportAndTheirCommits() throws IOException {
    write("x");
    StudyRows rows = StudyRows.resumed(out, "x");
    assertThat(rows.all()).hasSize(1);
    assertThat(rows.all().get(0).commit()).isEqualTo("abc");
    assertThat(rows.has(StudyCase.C1T_SSD, Side.OURS, 1)).isTrue();
    assertThat(rows.has(StudyCase.C1T_SSD, Side.OURS, 2)).isFalse();
    assertThat(rows.has(StudyCase.C1T_SSD, Side.STOCK, 1)).isFalse();
  }

  @Test
  void rowsOfAnotherScaleAreNotMixedIn() throws IOException {
    write("x");
    assertThatThrownBy(() -> StudyRows.resumed(out, "y"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'x'")
        .hasMessageContaining("'y'");
  }

  @Test
  void aReportOfAnEarlierVersionCanBeGoneOnWith() throws IOException {
    try (InputStream in = StudyRowsTest.class.getResourceAsStream("/recorded-ycsb.json")) {
      Files.copy(Objects.requireNonNull(in), new ReportFiles(out).json());
    }
    StudyRows rows =
        StudyRows.resumed(out, new StudyOptions(out, StudyScale.USUAL, 15, true, null).scaleText());
    assertThat(rows.has(StudyCase.C50G_RAM, Side.STOCK, 1)).isTrue();
    assertThat(rows.has(StudyCase.C50G_RAM, Side.STOCK, 2)).isFalse();
    assertThat(rows.all().get(0).metrics()).containsKeys("opsPerSec", "gcMaxMs");
  }

  @Test
  void withoutAReportThereIsNothingToGoOnWith() throws IOException {
    assertThat(StudyRows.resumed(out, "x").all()).isEmpty();
  }

  @Test
  void ratiosAreOfMediansWhereBothCasesWereMeasured() {
    List<BenchmarkCase> compared =
        StudyComparison.of(
            List.of(
                row("1T_SSD", Side.OURS, 1, 100),
                row("1T_SSD", Side.OURS, 2, 130),
                row("1T_SSD", Side.OURS, 3, 900),
                row("1T_HDD", Side.OURS, 1, 100),
                row("1T_HDD", Side.STOCK, 1, 100)));
    assertThat(compared).hasSize(1);
    assertThat(compared.get(0).name()).isEqualTo("1T_SSD / 1T_HDD");
    assertThat(compared.get(0).side()).isEqualTo(Side.OURS);
    assertThat(compared.get(0).metrics())
        .containsEntry(StudyComparison.RATIO, 1.3)
        .containsEntry(StudyComparison.STUDY_RATIO, 1.34);
  }
}
