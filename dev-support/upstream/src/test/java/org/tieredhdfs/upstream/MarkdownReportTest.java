package org.tieredhdfs.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.upstream.ClassResult.Verdict;
import org.tieredhdfs.upstream.TestOutcome.Status;

class MarkdownReportTest {
  private static final TestOutcome FINE = new TestOutcome("a", "a()", Status.PASSED, 1, "");
  private static final TestOutcome BROKEN =
      new TestOutcome("a", "a()", Status.FAILED, 1, "x.Y: no");
  private static final TestOutcome SKIPPED =
      new TestOutcome("b", "b()", Status.SKIPPED, 1, "not here");

  private final MarkdownReport report =
      new MarkdownReport(
          List.of(
              result("TestFine", List.of(FINE, SKIPPED), List.of(FINE, SKIPPED)),
              result("TestBroken", List.of(FINE), List.of(BROKEN))));

  @Test
  void thePageHasARowForEachClassAndOneForAllAndListsRegressions() {
    assertThat(report.page(Map.of("Hadoop", "9.9")).replaceAll(" +", " "))
        .contains("- Hadoop: 9.9\n")
        .contains("| TestFine | 2 | 0 | 0 | 1 | 3 | 2 | 0 | 0 | 1 | 3 | ok |\n")
        .contains("| TestBroken | 1 | 0 | 0 | 0 | 3 | 1 | 1 | 0 | 0 | 3 |")
        .contains("| all | 3 | 0 | 0 | 1 | 6 | 3 | 1 | 0 | 1 | 6 |")
        .contains("- TestBroken.a(): passes on stock, not with ours (ours: x.Y: no)\n");
    assertThat(report.of(Verdict.REGRESSION)).hasSize(1);
    assertThat(report.testsSec()).isEqualTo(12);
  }

  @Test
  void eachVerdictIsCountedEvenIfNoTestHasIt() {
    assertThat(report.text().lines())
        .contains("## passes on stock, not with ours: 1", "## fails on stock, too: 0");
  }

  private static ClassResult result(String name, List<TestOutcome> stock, List<TestOutcome> ours) {
    TestClass test = new TestClass("hadoop-hdfs", "p." + name);
    return new ClassResult(
        test,
        List.of(
            new ClassRun(TestSide.STOCK, test, 1, 3000, stock),
            new ClassRun(TestSide.OURS, test, 1, 3000, ours)));
  }
}
