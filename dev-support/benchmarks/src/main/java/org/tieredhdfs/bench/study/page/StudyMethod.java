package org.tieredhdfs.bench.study.page;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tieredhdfs.bench.experiment.MeasuredRows;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportedMedium;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.study.StudyCase;

/** How a report was measured: command, commits, machine, scale and media. */
record StudyMethod(Report report, StudyFigures figures) {
  private static final Pattern SCALE =
      Pattern.compile("1/(\\d+) of .* up to (\\d+) regions, media ([\\d.]+) times slower");

  /** For the template. */
  Map<String, Object> values() {
    Map<String, Object> values = new HashMap<>();
    values.put("command", command());
    values.put("commits", commits());
    values.put(
        "machine",
        String.format(
            Locale.ROOT,
            "%d cores, %,d MB of memory, %s",
            report.machine().cores(),
            report.machine().memory() >> 20,
            report.machine().kernel()));
    values.put(
        "software",
        Stream.of("hadoop", "hbase", "java")
            .filter(report.versions()::containsKey)
            .map(name -> name + " " + report.versions().get(name))
            .collect(Collectors.joining(", ")));
    values.put("scale", report.versions().getOrDefault(MeasuredRows.SCALE, "unknown"));
    values.put("media", report.media().stream().map(StudyMethod::words).toList());
    values.put("stalls", longestStalls());
    values.put("hasFailures", !report.failures().isEmpty());
    values.put("failures", report.failures().stream().map(StudyMethod::firstLine).toList());
    return values;
  }

  /** Without what a client and its log say, and without the package of the exception. */
  static String firstLine(String failure) {
    return failure
        .lines()
        .findFirst()
        .orElse("")
        .replaceFirst(": (?:[a-z0-9]+\\.)+([A-Z]\\w*): ", ": $1: ")
        .replaceFirst(", the first: .*", "");
  }

  /** The commits of the measured code, in order. */
  static List<String> commits(Report report) {
    return report.cases().stream()
        .map(BenchmarkCase::commit)
        .filter(Objects::nonNull)
        .distinct()
        .sorted()
        .map(commit -> "`" + commit + "`")
        .toList();
  }

  /** With the scale, if the report has it as this version writes it. */
  private String command() {
    int repeats =
        report.cases().stream()
            .filter(row -> StudyCase.names().contains(row.name()))
            .mapToInt(BenchmarkCase::repeat)
            .max()
            .orElse(1);
    String command = "dev-support/tiered bench ycsb --repeats " + repeats;
    Matcher scale = SCALE.matcher(report.versions().getOrDefault(MeasuredRows.SCALE, ""));
    return scale.matches()
        ? String.format(
            "%s --scale %s --regions %s --media-factor %s",
            command, 1.0 / Integer.parseInt(scale.group(1)), scale.group(2), scale.group(3))
        : command;
  }

  private String commits() {
    List<String> commits = commits(report);
    return switch (commits.size()) {
      case 0 -> "the commit was not recorded";
      case 1 -> "commit " + commits.get(0);
      default -> "commits " + String.join(", ", commits) + "; each row of the report names its own";
    };
  }

  private static String words(ReportedMedium medium) {
    String start = "**" + medium.storageType() + "**: ";
    return medium.medium().equals("tmpfs")
        ? start + "memory (tmpfs), at full speed."
        : String.format(
            Locale.ROOT,
            "%semulated %s, %.0f times slower than its model.",
            start,
            medium.medium(),
            medium.factor());
  }

  private String longestStalls() {
    List<String> stalls = new ArrayList<>();
    for (Side side : StudyFigures.SIDES) {
      Stream.of(StudyCase.values())
          .flatMap(study -> figures.values(study, side, "longestStallMs").stream())
          .max(Double::compare)
          .ifPresent(
              ms -> stalls.add(StudyFigures.thousandth(ms) + " s with " + StudyFigures.name(side)));
    }
    return stalls.isEmpty() ? "not recorded" : String.join(", ", stalls);
  }
}
