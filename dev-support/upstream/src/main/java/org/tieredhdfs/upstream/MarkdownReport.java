package org.tieredhdfs.upstream;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The result of a whole run as a Markdown page. */
final class MarkdownReport {
  private static final List<ComparisonVerdict> LISTED =
      List.of(
          ComparisonVerdict.REGRESSION,
          ComparisonVerdict.STOCK_FAILURE,
          ComparisonVerdict.STOCK_ONLY,
          ComparisonVerdict.FLAKY);

  private final List<ClassResult> results;

  MarkdownReport(List<ClassResult> results) {
    this.results = List.copyOf(results);
  }

  /** The tests of a verdict. */
  List<TestComparison> of(ComparisonVerdict verdict) {
    return results.stream()
        .flatMap(result -> result.comparisons().stream())
        .filter(comparison -> comparison.verdict() == verdict)
        .toList();
  }

  /** The time that the processes of all classes took. */
  long testsSec() {
    return secondsOf(results.stream().flatMap(result -> result.runs().stream()).toList());
  }

  /** Prints the table, and under it what is not as on stock. */
  void print(PrintStream to) {
    to.print(table().text());
    for (ComparisonVerdict verdict : LISTED) {
      List<TestComparison> tests = of(verdict);
      to.println(verdict.meaning() + ": " + tests.size());
      tests.forEach(test -> to.println("  " + test.describe()));
    }
  }

  /**
   * The page.
   *
   * @param facts what was run where, by name
   */
  String markdown(Map<String, String> facts) {
    StringBuilder page = new StringBuilder("# Hadoop's own tests\n\n");
    facts.forEach(
        (name, value) -> page.append("- ").append(name).append(": ").append(value).append('\n'));
    page.append('\n').append(table().markdown());
    for (ComparisonVerdict verdict : LISTED) {
      List<TestComparison> tests = of(verdict);
      if (!tests.isEmpty()) {
        page.append("\n## ").append(verdict.meaning()).append("\n\n");
        tests.forEach(test -> page.append("- ").append(test.describe()).append('\n'));
      }
    }
    return page.toString();
  }

  /** A row for each class and one for all. */
  private Table table() {
    List<String> header = new ArrayList<>(List.of("class"));
    for (TestSide side : TestSide.values()) {
      header.addAll(List.of(side.label() + " run", "failed", "errors", "skipped", "s"));
    }
    header.add("result");
    Table table = new Table(header);
    results.forEach(
        result -> table.add(row(result.test().simpleName(), List.of(result), resultOf(result))));
    table.add(row("all", results, ""));
    return table;
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
      return List.of("-", "-", "-", "-", "-");
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
    Map<ComparisonVerdict, Long> counts =
        result.comparisons().stream()
            .map(TestComparison::verdict)
            .filter(LISTED::contains)
            .collect(Collectors.groupingBy(v -> v, TreeMap::new, Collectors.counting()));
    return counts.isEmpty()
        ? "ok"
        : counts.entrySet().stream()
            .map(entry -> entry.getValue() + " " + entry.getKey().meaning())
            .collect(Collectors.joining(", "));
  }
}
