package org.tieredhdfs.bench.study.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.bench.experiment.MeasuredRows;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.ReportedMedium;
import org.tieredhdfs.report.Side;

class StudyPageTest {
  private static final String SCALE =
      "1/64 of a region's data, up to 2 regions, media 15.0 times slower";

  private static BenchmarkCase row(String name, Side side, int repeat, double opsPerSec) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("opsPerSec", opsPerSec);
    metrics.put("insertP99Us", 2_500.0);
    metrics.put("longestStallMs", 1_200.0);
    metrics.put("updatesBlockedMs", opsPerSec);
    metrics.put("compactionQueueMax", 3.0);
    metrics.put("walDiskBytes", 30.0);
    metrics.put("flushedOutputBytes", 10.0);
    metrics.put("compactedOutputBytes", 15.0);
    return new BenchmarkCase(name, side, repeat, metrics).withCommit("c" + repeat);
  }

  private static String page(ReportBuilder report, BenchmarkCase... rows) {
    List.of(rows).forEach(report::add);
    return page(report.build());
  }

  private static String page(Report report, List<Report> others) {
    return new StudyPage(report).text("", "", others);
  }

  private static String page(Report report) {
    return page(report, List.of());
  }

  @Test
  void showsMediansWithTheirSpreadRatiosBesideTheStudysAndErrorsOfPredictions() {
    assertThat(
            page(
                new ReportBuilder("ycsb"),
                row("50G_RAM", Side.OURS, 1, 3_000),
                row("50G_HDD", Side.OURS, 1, 1_500),
                row("1T_HDD", Side.OURS, 1, 1_000),
                row("1T_HDD", Side.OURS, 2, 1_400),
                row("1T_HDD", Side.OURS, 3, 1_100),
                row("1T_RAM_HDD", Side.OURS, 1, 990),
                row("1T_HDD", Side.STOCK, 1, 900)))
        .contains("| 1T_HDD | 900 | 1,100 (1,000–1,400) | 2.5 | 2.5 | 1.2 | 1.2 |")
        .contains("| 50G_RAM / 50G_HDD | 1.63 | – | 2.00 |")
        .contains("| 1T_RAM_HDD / 1T_HDD | 0.89 | – | 0.90 (0.71–0.99) |")
        .containsPattern("\\| 1T_RAM_HDD \\| 2,\\d{3} \\| 990 \\| \\+\\d+ % \\| 1,\\d{3} \\|")
        .contains("medians of 1 to 3 repeats")
        .doesNotContain("| 1T_SSD |");
  }

  @Test
  void answersWhatTheStudyFoundWithYesOrNo() {
    assertThat(
            page(
                new ReportBuilder("ycsb"),
                row("1T_HDD", Side.STOCK, 1, 1_000),
                row("1T_SSD", Side.STOCK, 1, 1_000),
                row("1T_SSD_HDD", Side.STOCK, 1, 1_299),
                row("1T_HDD", Side.OURS, 1, 1_000),
                row("1T_SSD", Side.OURS, 1, 1_390),
                row("1T_SSD_HDD", Side.OURS, 1, 1_300),
                row("1T_RAM_SSD", Side.OURS, 1, 1_391)))
        .contains("| 1T_SSD / 1T_HDD | above 1 | 1.34 | **no**, 1.00 | yes, 1.39 |")
        .contains("| 1T_SSD_HDD / 1T_HDD | at least 1.30 | 1.36 | **no**, 1.30 | yes, 1.30 |")
        .contains("| 1T_SSD_HDD / 1T_SSD | at least 0.95 | 1.02 | yes, 1.30 | **no**, 0.94 |")
        .contains("| 1T_RAM_SSD | highest | yes | – | yes |")
        .contains("| 50G_RAM / 50G_SSD | above 1 | 1.27 | – | – |");
  }

  @Test
  void saysWhetherTheInversionsShowAndWhatTheServersDidInThem() {
    assertThat(
            page(
                new ReportBuilder("ycsb"),
                row("1T_HDD", Side.STOCK, 1, 1_000),
                row("1T_HDD", Side.STOCK, 2, 1_120),
                row("1T_RAM_HDD", Side.STOCK, 1, 900),
                row("1T_RAM_HDD", Side.STOCK, 2, 940),
                row("1T_HDD", Side.OURS, 1, 1_000),
                row("1T_HDD", Side.OURS, 2, 1_100),
                row("1T_RAM_HDD", Side.OURS, 1, 1_070),
                row("1T_RAM_HDD", Side.OURS, 2, 1_090)))
        .contains("In the study 1T_RAM_HDD had 89 % of the throughput of 1T_HDD.")
        .contains(
            "With Apache Hadoop and HBase it has 87 % here: the inversion shows in all repeats.")
        .contains(
            "With this project it has 103 % here: the inversion does not show in the medians, but"
                + " in some repeats.")
        .contains("In the study 1T_RAM_SSD_All_HDD had 98 % of the throughput of 1T_SSD_All_HDD.")
        .contains("With this project it was not measured.")
        .contains("| | Apache: 1T_HDD | Apache: 1T_RAM_HDD | this project: 1T_HDD |")
        .contains("| writes blocked by full memstores, s | 1.1 (1.0–1.1) | 0.9 |")
        .contains("| longest compaction queue | 3 | 3 | 3 | 3 |");
  }

  @Test
  void saysOfAFailedLoadThatItFailed() {
    ReportBuilder report = new ReportBuilder("ycsb");
    report.failure("1T_SSD_All_HDD on stock, repeat 1: ClusterException: 5 operations failed");
    report.failure("1T_RAM_SSD_All_HDD on ours, repeat 1: ClusterException: 5 operations failed");
    assertThat(
            page(
                report,
                row("1T_SSD_All_HDD", Side.OURS, 1, 1_000),
                row("1T_RAM_SSD_All_HDD", Side.OURS, 1, 1_100)))
        .contains("| 1T_SSD_All_HDD | failed | 1,000 | – | 2.5 | – | 1.2 |")
        .contains("| 1T_RAM_SSD_All_HDD | – | 1,100 | – | 2.5 | – | 1.2 |")
        .contains("With Apache Hadoop and HBase there is no ratio: 1T_SSD_All_HDD failed.")
        .contains("With this project it has 110 % here: the inversion does not show");
  }

  @Test
  void saysHowItWasMeasured() {
    ReportBuilder report = new ReportBuilder("ycsb").version(MeasuredRows.SCALE, SCALE);
    report.add(new ReportedMedium("SSD", "ssd", 15, List.of()));
    report.failure(
        "1T_SSD on ours, repeat 1: org.tieredhdfs.localcluster.spec.ClusterException: 7 operations"
            + " failed, the first: INSERT\nThe log is a.log; it ends with\nsomething");
    assertThat(
            page(
                report,
                row("1T_HDD", Side.STOCK, 1, 1_000),
                row("1T_HDD", Side.OURS, 1, 1_000),
                row("1T_HDD", Side.OURS, 2, 1_000)))
        .contains(
            "dev-support/tiered bench ycsb --repeats 2 --scale 0.015625 --regions 2 --media-factor"
                + " 15.0\n")
        .contains("commits `c1`, `c2`; each row")
        .contains("- **SSD**: emulated ssd, 15 times slower than its model.")
        .contains("1.2 s with Apache Hadoop and HBase, 1.2 s with this project.")
        .contains("- **Failed loads**; if a later try succeeded, that is in the tables:")
        .contains("  - `1T_SSD on ours, repeat 1: ClusterException: 7 operations failed`")
        .doesNotContain("a.log");
  }

  @Test
  void showsTheRatiosOfTheOtherStudiesThatWereRun() {
    ReportBuilder dfsio = new ReportBuilder("dfsio");
    dfsio.add(row("ssd-random-12", Side.OURS, 1, 10));
    dfsio.add(ratio("ssd / hdd, random", Side.OURS, "mbRatio", 4.5, "studyMbRatio", 5.333));
    dfsio.add(
        new BenchmarkCase(
            "ssd / hdd, skip",
            Side.STOCK,
            1,
            Map.of("mbRatio", 4.0, "leastMbRatio", 3.5, "mostMbRatio", 4.25)));
    ReportBuilder tera = new ReportBuilder("terasort");
    tera.add(ratio("rep3 / rep1", Side.STOCK, "sortRatio", 0.9, "studySortRatio", 0.877));
    tera.failure("rep1-workers4 on ours, repeat 1: it failed\nlong log");

    assertThat(page(new ReportBuilder("ycsb").build(), List.of(tera.build(), dfsio.build())))
        .containsSubsequence(
            "## DFSIO on SSDs and hard disks",
            "| ssd / hdd, random | 5.33 | – | 4.50 |",
            "| ssd / hdd, skip | – | 4.00 (3.50–4.25) | – |",
            "`dev-support/tiered bench dfsio`, once, commit `c1`.",
            "## Four DataNodes on a host",
            "| rep3 / rep1 | –; 0.88; – | –; 0.90; – | – |",
            "- `rep1-workers4 on ours, repeat 1: it failed`",
            "## How it was measured")
        .doesNotContain("Compression");
  }

  private static BenchmarkCase ratio(
      String name, Side side, String metric, double value, String studyMetric, double study) {
    return new BenchmarkCase(name, side, 1, Map.of(metric, value, studyMetric, study));
  }

  @Test
  void saysWhatIsMissingToPredict() {
    assertThat(page(new ReportBuilder("ycsb"), row("1T_HDD", Side.OURS, 1, 1_000)))
        .contains("There is no prediction yet: memory alone")
        .contains("Each case was measured once");
  }
}
