package org.tieredhdfs.bench.study.page;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.tieredhdfs.bench.rows.RowMedians;
import org.tieredhdfs.bench.rows.RowRatio;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.Side;

/** The ratios of the other studies, and of compression, as sections of the page. */
final class OtherStudies {
  private static final List<Side> SIDES = List.of(Side.STOCK, Side.OURS);

  /**
   * A figure of a comparison.
   *
   * @param words what it is; empty if the name of the case says it
   * @param metric of the comparison's row
   * @param studyMetric the study's; empty if it has none
   */
  private record Figure(String words, String metric, String studyMetric) {}

  /**
   * What a report is about.
   *
   * @param bench the command, which is the report's name as well
   */
  private record Study(String bench, String heading, List<String> intro, List<Figure> figures) {}

  private static final List<Study> STUDIES =
      List.of(
          new Study(
              "dfsio",
              "DFSIO on SSDs and hard disks",
              List.of(
                  "The throughput of SSDs divided by that of hard disks, each with the number of",
                  "threads and the read-ahead that suit it best. The study is \"Benchmarking Hadoop &",
                  "HBase on Violin\" (2013), of flash arrays and hard disks."),
              List.of(new Figure("", "mbRatio", "studyMbRatio"))),
          new Study(
              "ycsb-flash",
              "HBase on SSDs and hard disks",
              List.of(
                  "The same study's loads and mixes of HBase, by the operations per second, and what",
                  "more RegionServers on a node bring, where that was measured."),
              List.of(new Figure("", "opsRatio", "studyOpsRatio"))),
          new Study(
              "terasort",
              "Four DataNodes on a host",
              List.of(
                  "TeraGen, TeraSort and TeraValidate with four workers on each host: their time",
                  "divided by that with one, beside the study of many DataNodes on a host (2015)."),
              List.of(
                  new Figure("TeraGen", "generateRatio", "studyGenerateRatio"),
                  new Figure("TeraSort", "sortRatio", "studySortRatio"),
                  new Figure("TeraValidate", "validateRatio", "studyValidateRatio"))),
          new Study(
              "ycsb-compression",
              "Compression on hard disks",
              List.of(
                  "HBase's load on hard disks, compressed in different ways, by the same load without",
                  "compression. The study of 2016 wished for these figures and has none. The",
                  "processor time is that of all daemons for a record, without compiling their code."),
              List.of(
                  new Figure("operations per second", "opsRatio", ""),
                  new Figure("processor time", "cpuRatio", ""),
                  new Figure("bytes written to disks", "writtenRatio", ""))));

  private final List<Report> reports;

  /**
   * @param reports those that there are, in any order; others than of these studies are left out
   */
  OtherStudies(List<Report> reports) {
    this.reports = List.copyOf(reports);
  }

  /** The names of the reports that the page can show. */
  static List<String> names() {
    return STUDIES.stream().map(Study::bench).toList();
  }

  /** The sections in Markdown, each with its heading. */
  List<String> text() {
    List<String> lines = new ArrayList<>();
    for (Study study : STUDIES) {
      reports.stream()
          .filter(report -> report.name().equals(study.bench()))
          .findFirst()
          .ifPresent(report -> add(lines, study, report));
    }
    return lines;
  }

  private static void add(List<String> lines, Study study, Report report) {
    List<String> rows = rows(study, report);
    if (rows.isEmpty()) {
      return;
    }
    lines.add("## " + study.heading());
    lines.add("");
    lines.addAll(study.intro());
    lines.add("");
    lines.add("| | study | Apache | this project |");
    lines.add("|---|---|---|---|");
    lines.addAll(rows);
    lines.add("");
    lines.add(method(study, report));
    if (!report.failures().isEmpty()) {
      lines.add("Failed, at least once:");
      lines.add("");
      report.failures().forEach(failure -> lines.add("- `" + StudyMethod.firstLine(failure) + "`"));
    }
    lines.add("");
  }

  private static List<String> rows(Study study, Report report) {
    Set<String> names =
        report.cases().stream()
            .map(BenchmarkCase::name)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    List<String> rows = new ArrayList<>();
    for (String name : names) {
      for (Figure figure : study.figures()) {
        List<String> cells = new ArrayList<>();
        for (Side side : SIDES) {
          cells.add(cell(report, name, side, figure.metric()));
        }
        if (cells.stream().allMatch(StudyFigures.NONE::equals)) {
          continue;
        }
        double ofStudy =
            SIDES.stream()
                .mapToDouble(
                    side -> RowMedians.of(report.cases(), name, side, figure.studyMetric()))
                .filter(Double::isFinite)
                .findFirst()
                .orElse(Double.NaN);
        String studyCell =
            Double.isFinite(ofStudy)
                ? String.format(Locale.ROOT, "%.2f", ofStudy)
                : StudyFigures.NONE;
        String label = figure.words().isEmpty() ? name : name + ", " + figure.words();
        rows.add("| " + label + " | " + studyCell + " | " + String.join(" | ", cells) + " |");
      }
    }
    return rows;
  }

  private static String cell(Report report, String name, Side side, String metric) {
    return report.cases().stream()
        .filter(row -> row.name().equals(name) && row.side() == side)
        .flatMap(row -> RowRatio.in(row, metric).stream())
        .findFirst()
        .map(RowRatio::text)
        .orElse(StudyFigures.NONE);
  }

  private static String method(Study study, Report report) {
    String commits =
        report.cases().stream()
            .map(BenchmarkCase::commit)
            .filter(Objects::nonNull)
            .distinct()
            .sorted()
            .map(commit -> "`" + commit + "`")
            .collect(Collectors.joining(", "));
    int repeats = report.cases().stream().mapToInt(BenchmarkCase::repeat).max().orElse(1);
    return "`dev-support/tiered bench "
        + study.bench()
        + "`, "
        + (repeats == 1 ? "once" : "medians of up to " + repeats + " repeats")
        + (commits.isEmpty() ? "" : ", commit " + commits)
        + ".";
  }
}
