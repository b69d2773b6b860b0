package org.tieredhdfs.bench.study.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.tieredhdfs.bench.experiment.RowMedians;
import org.tieredhdfs.bench.experiment.RowRatio;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.Side;

/** The ratios of the other studies, and of compression, as sections of the page. */
final class OtherStudies {

  /**
   * A figure of a comparison.
   *
   * @param metric of the comparison's row
   * @param studyMetric the study's; empty if it has none
   */
  private record Figure(String metric, String studyMetric) {}

  /**
   * What a report is about.
   *
   * @param bench the command, which is the report's name as well
   * @param intro names the figures in their order, if there are several
   */
  private record Study(String bench, String heading, String intro, List<Figure> figures) {}

  private static final List<Study> STUDIES =
      List.of(
          new Study(
              "dfsio",
              "DFSIO on SSDs and hard disks",
              """
              The throughput of SSDs divided by that of hard disks, each with the number of
              threads and the read-ahead that suit it best. The study is "Benchmarking Hadoop &
              HBase on Violin" (2013), of flash arrays and hard disks.""",
              List.of(new Figure("mbRatio", "studyMbRatio"))),
          new Study(
              "ycsb-flash",
              "HBase on SSDs and hard disks",
              """
              The same study's loads and mixes of HBase, by the operations per second, and what
              more RegionServers on a node bring, where that was measured.""",
              List.of(new Figure("opsRatio", "studyOpsRatio"))),
          new Study(
              "terasort",
              "Four DataNodes on a host",
              """
              The time of TeraGen; TeraSort; TeraValidate with four workers on each host, divided
              by that with one, beside the study of many DataNodes on a host (2015).""",
              List.of(
                  new Figure("generateRatio", "studyGenerateRatio"),
                  new Figure("sortRatio", "studySortRatio"),
                  new Figure("validateRatio", "studyValidateRatio"))),
          new Study(
              "ycsb-compression",
              "Compression on hard disks",
              """
              HBase's load on hard disks, compressed in different ways, by the same load without:
              operations per second; processor time of all daemons for a record, without compiling
              their code; bytes written to disks. The study of 2016 wished for these figures.""",
              List.of(
                  new Figure("opsRatio", ""),
                  new Figure("cpuRatio", ""),
                  new Figure("writtenRatio", ""))));

  private OtherStudies() {}

  /** The names of the reports that the page can show. */
  static List<String> names() {
    return STUDIES.stream().map(Study::bench).toList();
  }

  /**
   * For the template.
   *
   * @param reports those that there are, in any order; others than of these studies are left out
   */
  static List<Map<String, Object>> sections(List<Report> reports) {
    List<Map<String, Object>> sections = new ArrayList<>();
    for (Study study : STUDIES) {
      for (Report report : reports) {
        List<String> rows = report.name().equals(study.bench()) ? rows(study, report) : List.of();
        if (!rows.isEmpty()) {
          sections.add(
              Map.of(
                  "heading", study.heading(),
                  "intro", study.intro(),
                  "rows", rows,
                  "method", method(study, report),
                  "hasFailed", !report.failures().isEmpty(),
                  "failed", report.failures().stream().map(StudyMethod::firstLine).toList()));
        }
      }
    }
    return sections;
  }

  private static List<String> rows(Study study, Report report) {
    List<String> rows = new ArrayList<>();
    for (String name : report.cases().stream().map(BenchmarkCase::name).distinct().toList()) {
      List<String> row = new ArrayList<>();
      row.add(name);
      row.add(cell(study, figure -> ofStudy(report, name, figure)));
      for (Side side : StudyFigures.SIDES) {
        row.add(cell(study, figure -> ofSide(report, name, side, figure)));
      }
      if (!row.subList(2, row.size()).stream().allMatch(StudyFigures.NONE::equals)) {
        rows.add(StudyFigures.row(row));
      }
    }
    return rows;
  }

  /** All figures; if there is none, that once. */
  private static String cell(Study study, Function<Figure, String> text) {
    List<String> figures = study.figures().stream().map(text).toList();
    return figures.stream().allMatch(StudyFigures.NONE::equals)
        ? StudyFigures.NONE
        : String.join("; ", figures);
  }

  private static String ofStudy(Report report, String name, Figure figure) {
    return StudyFigures.twoDecimals(
        StudyFigures.SIDES.stream()
            .mapToDouble(side -> RowMedians.of(report.cases(), name, side, figure.studyMetric()))
            .filter(Double::isFinite)
            .findFirst()
            .orElse(Double.NaN));
  }

  private static String ofSide(Report report, String name, Side side, Figure figure) {
    return report.cases().stream()
        .filter(row -> row.name().equals(name) && row.side() == side)
        .flatMap(row -> RowRatio.in(row, figure.metric()).stream())
        .findFirst()
        .map(RowRatio::text)
        .orElse(StudyFigures.NONE);
  }

  private static String method(Study study, Report report) {
    List<String> commits = StudyMethod.commits(report);
    int repeats = report.cases().stream().mapToInt(BenchmarkCase::repeat).max().orElse(1);
    return String.format(
        "`dev-support/tiered bench %s`, %s%s.",
        study.bench(),
        repeats == 1 ? "once" : "medians of up to " + repeats + " repeats",
        commits.isEmpty() ? "" : ", commit " + String.join(", ", commits));
  }
}
