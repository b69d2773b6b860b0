package org.tieredhdfs.upstream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tieredhdfs.upstream.ClassResult.Comparison;
import org.tieredhdfs.upstream.ClassResult.Verdict;
import org.tieredhdfs.upstream.TestOutcome.Status;

/** The result of a whole run as Markdown, for a page and for a terminal. */
record MarkdownReport(List<ClassResult> results) {
  private static final Set<Verdict> LISTED = EnumSet.complementOf(EnumSet.of(Verdict.SAME));

  List<Comparison> of(Verdict verdict) {
    return results.stream()
        .flatMap(result -> result.comparisons().stream())
        .filter(comparison -> comparison.verdict() == verdict)
        .toList();
  }

  long testsSec() {
    return secondsOf(results.stream().flatMap(result -> result.runs().stream()).toList());
  }

  /** What was run where, and the {@link #text}. */
  String page(Map<String, String> facts) {
    StringBuilder page = new StringBuilder("# Hadoop's own tests\n\n");
    facts.forEach(
        (name, value) -> page.append("- ").append(name).append(": ").append(value).append('\n'));
    return page.append('\n').append(text()).toString();
  }

  /** A row for each class and one for all, and under the table what is not as on stock. */
  String text() {
    List<List<String>> rows = new ArrayList<>();
    List<String> header = new ArrayList<>(List.of("class"));
    for (TestSide side : TestSide.values()) {
      header.addAll(List.of(side.label() + " run", "failed", "errors", "skipped", "s"));
    }
    header.add("result");
    rows.add(header);
    results.forEach(
        result -> rows.add(row(result.test().simpleName(), List.of(result), resultOf(result))));
    rows.add(row("all", results, ""));
    StringBuilder text = new StringBuilder(table(rows));
    for (Verdict verdict : LISTED) {
      List<Comparison> tests = of(verdict);
      text.append("\n## %s: %d\n".formatted(verdict.meaning(), tests.size()));
      tests.forEach(test -> text.append("\n- ").append(test.describe()));
      text.append(tests.isEmpty() ? "" : "\n");
    }
    return text.toString();
  }

  private static List<String> row(String name, List<ClassResult> results, String last) {
    List<String> row = new ArrayList<>(List.of(name));
    for (TestSide side : TestSide.values()) {
      row.addAll(cells(results, side));
    }
    row.add(last);
    return row;
  }

  private static List<String> cells(List<ClassResult> results, TestSide side) {
    List<ClassRun> runs = results.stream().flatMap(r -> r.firstRun(side).stream()).toList();
    if (runs.isEmpty()) {
      return Collections.nCopies(5, "-");
    }
    long all = Arrays.stream(Status.values()).mapToLong(s -> count(results, side, s)).sum();
    return Stream.of(
            all,
            count(results, side, Status.FAILED),
            count(results, side, Status.ERROR),
            count(results, side, Status.SKIPPED),
            secondsOf(runs))
        .map(String::valueOf)
        .toList();
  }

  private static long secondsOf(List<ClassRun> runs) {
    return Math.round(runs.stream().mapToLong(ClassRun::durationMs).sum() / 1000.0);
  }

  private static long count(List<ClassResult> results, TestSide side, Status status) {
    return results.stream().mapToLong(result -> result.count(side, status)).sum();
  }

  private static String resultOf(ClassResult result) {
    Map<Verdict, Long> counts =
        result.comparisons().stream()
            .map(Comparison::verdict)
            .filter(LISTED::contains)
            .collect(Collectors.groupingBy(v -> v, TreeMap::new, Collectors.counting()));
    return counts.isEmpty()
        ? "ok"
        : counts.entrySet().stream()
            .map(entry -> entry.getValue() + " " + entry.getKey().meaning())
            .collect(Collectors.joining(", "));
  }

  /** Rows under a header, in columns as wide as they have to be. */
  private static String table(List<List<String>> rows) {
    int columns = rows.get(0).size();
    List<String> formats =
        IntStream.range(0, columns)
            .map(column -> rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(1))
            .mapToObj(width -> "%-" + width + "s")
            .toList();
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      lines.add(
          IntStream.range(0, columns)
              .mapToObj(column -> formats.get(column).formatted(row.get(column)))
              .collect(Collectors.joining(" | ", "| ", " |")));
    }
    lines.add(1, "|" + "---|".repeat(columns));
    return String.join("\n", lines) + "\n";
  }
}
