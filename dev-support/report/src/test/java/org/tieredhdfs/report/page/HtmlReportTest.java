package org.tieredhdfs.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.SampleReports;
import org.tieredhdfs.report.Side;
import org.xml.sax.InputSource;

class HtmlReportTest {

  private static final Pattern SVG = Pattern.compile("(?s)<svg .*?</svg>");
  private static final Pattern BAR =
      Pattern.compile("<i style=\"width: ([\\d.]+)%; background: var\\(--c\\d\\)\"></i>");
  private static final Pattern CHART = Pattern.compile("<h2>[a-z]\\w+</h2>\\s+<div class=\"bar\">");

  private static String page(Report report) {
    return new HtmlReport(report).html();
  }

  static Stream<Report> samples() {
    return Stream.of(
        SampleReports.demo(),
        SampleReports.bench(),
        SampleReports.oneSided(),
        SampleReports.empty());
  }

  @ParameterizedTest
  @MethodSource("samples")
  void thePageNeedsNothingButItself(Report report) {
    String page = page(report).replace("http://www.w3.org/", "");

    assertThat(page).startsWith("<!DOCTYPE html>").doesNotContain("{{");
    assertThat(page).doesNotContain("http:", "https:", "src=", "href=\"", "@import", "<script");
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everyDrawingIsWellFormedAndInColoursOfThePage(Report report) throws Exception {
    String page = page(report);
    List<String> drawings = SVG.matcher(page).results().map(found -> found.group()).toList();

    for (String drawing : drawings) {
      DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(drawing)));
      assertThat(drawing).contains("stroke=\"var(--c1)\"").contains("viewBox=");
    }
    assertThat(BAR.matcher(page).results().map(found -> found.group(1)))
        .allMatch(width -> Double.parseDouble(width) <= 100);
    assertThat(page).contains("prefers-color-scheme: dark");
  }

  @Test
  void aDemoShowsPlacementThroughputAndLatency() {
    String page = page(SampleReports.demo());

    assertThat(page)
        .contains("<span class=\"badge good\">ok</span>")
        .contains("24 GiB", "2.6.4-hadoop3", "Linux 6.1.0-31-amd64")
        .contains("4,454 ops/s", "0 errors", "31,400 µs")
        .contains("135 MiB", "6 blocks", "RAMDISK")
        .contains("Placement", "Throughput over time", "Latency percentiles")
        .contains("Up to ", " ops/s, in 23");
    assertThat(SVG.matcher(page).results()).hasSize(1);
  }

  @Test
  void bothSidesAreComparedByTheMediansOfTheirRepeats() {
    String page = page(SampleReports.bench());

    assertThat(page)
        .contains("<span class=\"badge bad\">failed</span>")
        .contains("<li>stock: 3 errors in frozen volume + re-replication, repeat 1</li>")
        .contains("ours / stock", "5 repeats", "× stock", "whiskers", "<u style=\"left: ")
        .contains("class=\"number better\"", "<h2>writeP99Us</h2>")
        .doesNotContain("Placement");
  }

  @Test
  void casesThatWereMeasuredOnOneSideEachAreComparedInOneChart() {
    Report report =
        new ReportBuilder("volumes")
            .add(new BenchmarkCase("round-robin", Side.STOCK, 1, Map.of("mbPerSec", 94.0)))
            .add(new BenchmarkCase("available-space", Side.STOCK, 1, Map.of("mbPerSec", 95.0)))
            .add(new BenchmarkCase("latency-aware", Side.OURS, 1, Map.of("mbPerSec", 137.0)))
            .build();
    String page = page(report);

    assertThat(CHART.matcher(page).results()).hasSize(1);
    assertThat(page).contains("<h2>mbPerSec</h2>", "More is better.");
  }

  @Test
  void mediaAreNamedWithTheirSpeedAndHowTheyKeptToTheirModel() {
    assertThat(page(SampleReports.bench()))
        .contains("<td>tmpfs</td><td>not scaled</td>")
        .contains("<td>hdd</td><td>1/5.00</td><td>random reads at 32: +3.3 %</td>");
    assertThat(page(SampleReports.demo())).doesNotContain("<h2>Media</h2>");
  }

  @Test
  void aSideWithCasesOfItsOwnDoesNotKeepTheOthersFromBeingDrawn() {
    Map<String, Double> ends = Map.of("rateRatioLower95", 1.9, "rateRatioUpper95", 2.1);
    Report report =
        new ReportBuilder("write")
            .add(new BenchmarkCase("write-1", Side.STOCK, 1, Map.of("mbPerSec", 560.0)))
            .add(new BenchmarkCase("write-1", Side.OURS, 1, Map.of("mbPerSec", 1100.0)))
            .add(new BenchmarkCase("write-1", Side.STOCK_CLIENT, 1, Map.of("mbPerSec", 700.0)))
            .add(new BenchmarkCase("floor-tcp", Side.FLOOR, 1, Map.of("mbPerSec", 1400.0)))
            .add(new BenchmarkCase("ratio-write-1", Side.OURS, 1, ends))
            .build();
    String page = page(report);

    assertThat(CHART.matcher(page).results()).hasSize(1);
    assertThat(page).contains("<h2>mbPerSec</h2>", "stock-client", "floor-tcp", "rateRatioLower95");
  }

  @Test
  void casesThatOneChartWouldHideHaveAChartOfTheirOwn() {
    ReportBuilder report = new ReportBuilder("write");
    for (Side side : List.of(Side.STOCK, Side.OURS)) {
      report
          .add(new BenchmarkCase("write-1", side, 1, Map.of("cpuSecPerGb", 2.8)))
          .add(new BenchmarkCase("hflush-1k", side, 1, Map.of("cpuSecPerGb", 190.0)))
          .add(new BenchmarkCase("pread-4k", side, 1, Map.of("cpuSecPerGb", 80.0)));
    }

    assertThat(CHART.matcher(page(report.build())).results()).hasSize(2);
  }

  @Test
  void aVerdictNeedsAllRepeatsOfOneSideToBeBetter() {
    Report report =
        new Report(
            "r",
            true,
            SampleReports.demo().startedAt(),
            List.of(),
            SampleReports.demo().machine(),
            Map.of(),
            List.of(
                new BenchmarkCase("overlap", Side.OURS, 1, Map.of("opsPerSec", 10.0)),
                new BenchmarkCase("overlap", Side.OURS, 2, Map.of("opsPerSec", 20.0)),
                new BenchmarkCase("overlap", Side.STOCK, 1, Map.of("opsPerSec", 9.0)),
                new BenchmarkCase("overlap", Side.STOCK, 2, Map.of("opsPerSec", 11.0)),
                new BenchmarkCase("slower", Side.OURS, 1, Map.of("readP99Us", 30.0)),
                new BenchmarkCase("slower", Side.OURS, 2, Map.of("readP99Us", 31.0)),
                new BenchmarkCase("slower", Side.STOCK, 1, Map.of("readP99Us", 20.0)),
                new BenchmarkCase("slower", Side.STOCK, 2, Map.of("readP99Us", 21.0)),
                new BenchmarkCase("once", Side.OURS, 1, Map.of("opsPerSec", 99.0)),
                new BenchmarkCase("once", Side.STOCK, 1, Map.of("opsPerSec", 1.0))),
            List.of(),
            List.of());

    CaseTable table = CaseTable.of(new CaseMetrics(report.cases()));

    assertThat(table.groups())
        .flatExtracting(CaseTable.Group::rows)
        .extracting(CaseTable.Row::ratio, CaseTable.Row::verdict)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("1.50", ""),
            org.assertj.core.groups.Tuple.tuple("1.49", "worse"),
            org.assertj.core.groups.Tuple.tuple("99.00", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>alert('x')</script>",
        "\"><img src=x onerror=alert(1)>",
        "' onmouseover='alert(1)",
        "</svg><script>alert(1)</script>",
        "{{machine}}{{{svg}}}",
        "$1\\ & &amp; ]]>",
      })
  void namesCannotBreakOutOfTheirPlace(String hostile) {
    String page = page(SampleReports.hostile(hostile));

    assertThat(page).doesNotContain("<script", "<img", "onerror=alert(1)>", "' onmouseover='");
    Matcher title = Pattern.compile("(?s)<h1>(.*?)</h1>").matcher(page);
    assertThat(title.find()).isTrue();
    assertThat(unescaped(title.group(1))).isEqualTo(hostile);
    // nothing in the drawings comes from names
    assertThat(
            SVG.matcher(page).results().map(found -> found.group().replaceAll(" aria-label.*", "")))
        .isNotEmpty()
        .noneMatch(svg -> svg.contains("alert") || svg.contains("machine"));
  }

  private static String unescaped(String html) {
    Matcher numeric = Pattern.compile("&#(\\d+);").matcher(html);
    return numeric
        .replaceAll(
            found -> Matcher.quoteReplacement(Character.toString(Integer.parseInt(found.group(1)))))
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&");
  }
}
