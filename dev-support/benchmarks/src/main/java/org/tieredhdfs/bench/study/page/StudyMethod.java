package org.tieredhdfs.bench.study.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tieredhdfs.bench.rows.MeasuredRows;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportedMedium;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.study.StudyCase;

/** How a report was measured: command, commits, machine, scale and media. */
final class StudyMethod {
  private static final Pattern SCALE =
      Pattern.compile("1/(\\d+) of .* up to (\\d+) regions, media ([\\d.]+) times slower");

  private final Report report;
  private final StudyFigures figures;

  StudyMethod(Report report, StudyFigures figures) {
    this.report = report;
    this.figures = figures;
  }

  /** The section in Markdown, without its heading. */
  List<String> text() {
    List<String> lines = new ArrayList<>();
    lines.add("```");
    lines.add(command());
    lines.add("```");
    lines.add("");
    lines.add("- **Code**: " + commits() + ".");
    lines.add(
        String.format(
            Locale.ROOT,
            "- **Machine**: %d cores, %,d MB of memory, %s.",
            report.machine().cores(),
            report.machine().memory() >> 20,
            report.machine().kernel()));
    lines.add("- **Software**: " + software() + ".");
    lines.add(
        "- **Scale**: "
            + report.versions().getOrDefault(MeasuredRows.SCALE, "unknown")
            + ". Sizes and waits of");
    lines.add(
        "  HBase and HDFS shrink with a region's data ([all that is scaled](ycsb.md#bench-ycsb)).");
    lines.add(
        "- **Sides**: the same media, sizes and threads; Apache's place files by its own means.");
    for (ReportedMedium medium : report.media()) {
      lines.add("- **" + medium.storageType() + "**: " + words(medium));
    }
    lines.add("- **Longest stall** of all cases and repeats: " + longestStalls() + ".");
    if (!report.failures().isEmpty()) {
      lines.add("- **Failed loads**; if a later try succeeded, that is in the tables:");
      report.failures().forEach(failure -> lines.add("  - `" + firstLine(failure) + "`"));
    }
    return lines;
  }

  /** Without what a client's log says, and without the package of the exception. */
  static String firstLine(String failure) {
    return failure
        .lines()
        .findFirst()
        .orElse("")
        .replaceFirst(": (?:[a-z0-9]+\\.)+([A-Z]\\w*): ", ": $1: ");
  }

  /** With the scale, if the report has it as this version writes it. */
  private String command() {
    String command = "dev-support/tiered bench ycsb --repeats " + repeats();
    Matcher scale = SCALE.matcher(report.versions().getOrDefault(MeasuredRows.SCALE, ""));
    if (!scale.matches()) {
      return command;
    }
    return command
        + " --scale "
        + 1.0 / Integer.parseInt(scale.group(1))
        + " --regions "
        + scale.group(2)
        + " --media-factor "
        + scale.group(3);
  }

  private int repeats() {
    return report.cases().stream()
        .filter(row -> StudyCase.names().contains(row.name()))
        .mapToInt(BenchmarkCase::repeat)
        .max()
        .orElse(1);
  }

  private String commits() {
    TreeSet<String> commits = new TreeSet<>();
    report.cases().stream()
        .map(BenchmarkCase::commit)
        .filter(Objects::nonNull)
        .forEach(commit -> commits.add("`" + commit + "`"));
    return switch (commits.size()) {
      case 0 -> "the commit was not recorded";
      case 1 -> "commit " + commits.first();
      default -> "commits " + String.join(", ", commits) + "; each row of the report names its own";
    };
  }

  private String software() {
    return String.join(
        ", ",
        Stream.of("hadoop", "hbase", "java")
            .filter(report.versions()::containsKey)
            .map(name -> name + " " + report.versions().get(name))
            .toList());
  }

  private static String words(ReportedMedium medium) {
    return medium.medium().equals("tmpfs")
        ? "memory (tmpfs), at full speed."
        : String.format(
            Locale.ROOT,
            "emulated %s, %.0f times slower than its model.",
            medium.medium(),
            medium.factor());
  }

  private String longestStalls() {
    List<String> stalls = new ArrayList<>();
    for (Side side : List.of(Side.STOCK, Side.OURS)) {
      Stream.of(StudyCase.values())
          .flatMap(study -> figures.values(study, side, "longestStallMs").stream())
          .max(Double::compare)
          .ifPresent(
              ms ->
                  stalls.add(
                      String.format(
                          Locale.ROOT,
                          "%.1f s with %s",
                          ms / 1_000,
                          side == Side.STOCK ? "Apache Hadoop and HBase" : "this project")));
    }
    return stalls.isEmpty() ? "not recorded" : String.join(", ", stalls);
  }
}
