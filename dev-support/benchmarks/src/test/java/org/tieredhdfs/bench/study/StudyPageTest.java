package org.tieredhdfs.bench.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.Side;

class StudyPageTest {

  private static BenchmarkCase row(String name, Side side, int repeat, double opsPerSec) {
    return new BenchmarkCase(
        name,
        side,
        repeat,
        Map.of(
            "opsPerSec", opsPerSec,
            "insertP99Us", 2_500.0,
            "longestStallMs", 1_200.0,
            "walDiskBytes", 30.0,
            "flushedOutputBytes", 10.0,
            "compactedOutputBytes", 15.0));
  }

  @Test
  void showsMediansWithTheirSpreadRatiosBesideTheStudysAndErrorsOfPredictions() {
    ReportBuilder report = new ReportBuilder("ycsb").version(StudyRows.SCALE, "1/64");
    List<BenchmarkCase> rows =
        List.of(
            row("50G_RAM", Side.OURS, 1, 3_000),
            row("50G_HDD", Side.OURS, 1, 1_500),
            row("1T_HDD", Side.OURS, 1, 1_000),
            row("1T_HDD", Side.OURS, 2, 1_400),
            row("1T_HDD", Side.OURS, 3, 1_100),
            row("1T_RAM_HDD", Side.OURS, 1, 990),
            row("1T_HDD", Side.STOCK, 1, 900));
    rows.forEach(report::add);
    StudyComparison.of(rows).forEach(report::add);

    String page = new StudyPage(report.build()).text();

    assertThat(page)
        .contains(
            "| 1T_HDD | 900 | 1,100 (1,000–1,400) | 2.5 | 2.5 (2.5–2.5) | 1.2 | 1.2 (1.2–1.2) |")
        .contains("| 50G_RAM / 50G_HDD | 1.63 | – | 2.00 |")
        .contains("| 1T_RAM_HDD / 1T_HDD | 0.89 | – | 0.90 |")
        .containsPattern("\\| 1T_RAM_HDD \\| 1,\\d{3} \\| 990 \\| \\+\\d+ % \\|")
        .doesNotContain("| 1T_SSD |");
  }

  @Test
  void saysWhatIsMissingToPredict() {
    ReportBuilder report = new ReportBuilder("ycsb");
    report.add(row("1T_HDD", Side.OURS, 1, 1_000));
    assertThat(new StudyPage(report.build()).text()).contains("Nothing yet: memory alone");
  }
}
