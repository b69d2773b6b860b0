package org.tieredhdfs.upstream;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The result of a whole run as a Markdown page. */
final class Report {
  private static final List<Verdict> LISTED =
      List.of(Verdict.REGRESSION, Verdict.STOCK_FAILURE, Verdict.STOCK_ONLY, Verdict.FLAKY);

  private final List<ClassResult> results;

  Report(List<ClassResult> results) {
    this.results = List.copyOf(results);
  }

  /** The tests of a verdict. */
  List<TestComparison> of(Verdict verdict) {
    return results.stream()
        .flatMap(result -> result.comparisons().stream())
        .filter(comparison -> comparison.verdict() == verdict)
        .toList();
  }

  /** The time that the processes of all classes took. */
  long testsSec() {
    return secondsOf(results.stream().flatMap(result -> result.runs().stream()).toList());
  }

  /** Prints what is not as on stock, and a line for each verdict. */
  void print(PrintStream to) {
    for (Verdict verdict : LISTED) {
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
    page.append('\n').append(table());
    for (Verdict verdict : LISTED) {
      List<TestComparison> tests = of(verdict);
      if (!tests.isEmpty()) {
        page.append("\n## ").append(verdict.meaning()).append("\n\n");
        tests.forEach(test -> page.append("- ").append(test.describe()).append('\n'));
      }
    }
    return page.toString();
  }

  /** A row for each class and one for all. */
  String table() {
    StringBuilder table =
        new StringBuilder(
            """
            | class | stock run | failed | errors | skipped | s | ours run | failed | errors | skipped | s | result |
            |---|---|---|---|---|---|---|---|---|---|---|---|
            """);
    results.forEach(
        result ->
            table.append(
                "| %s | %s | %s | %s |%n"
                    .formatted(
                        result.test().simpleName(),
                        cells(List.of(result), Side.STOCK),
                        cells(List.of(result), Side.OURS),
                        resultOf(result))));
    table.append(
        "| **all** | %s | %s | |%n"
            .formatted(cells(results, Side.STOCK), cells(results, Side.OURS)));
    return table.toString();
  }

  private static String cells(List<ClassResult> results, Side side) {
    List<ClassRun> runs = results.stream().flatMap(r -> r.firstRun(side).stream()).toList();
    if (runs.isEmpty()) {
      return "- | - | - | - | -";
    }
    long all = 0;
    for (Status status : Status.values()) {
      all += count(results, side, status);
    }
    return "%d | %d | %d | %d | %d"
        .formatted(
            all,
            count(results, side, Status.FAILED),
            count(results, side, Status.ERROR),
            count(results, side, Status.SKIPPED),
            secondsOf(runs));
  }

  private static long secondsOf(List<ClassRun> runs) {
    return Math.round(runs.stream().mapToLong(ClassRun::durationMs).sum() / 1000.0);
  }

  private static long count(List<ClassResult> results, Side side, Status status) {
    return results.stream().mapToLong(result -> result.count(side, status)).sum();
  }

  private static String resultOf(ClassResult result) {
    Map<Verdict, Long> counts =
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
