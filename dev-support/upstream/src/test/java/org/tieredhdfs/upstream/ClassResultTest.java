package org.tieredhdfs.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tieredhdfs.upstream.ClassResult.Comparison;
import org.tieredhdfs.upstream.ClassResult.Verdict;
import org.tieredhdfs.upstream.TestOutcome.Status;

class ClassResultTest {
  private static final TestClass TEST = new TestClass("hadoop-hdfs", "a.TestA");

  @ParameterizedTest(name = "{0} on stock, {1} with ours: {2}")
  @CsvSource({
    "PASSED, PASSED, SAME",
    "PASSED, FAILED, REGRESSION",
    "PASSED, ERROR, REGRESSION",
    "PASSED, SKIPPED, REGRESSION",
    "PASSED, absent, REGRESSION",
    "SKIPPED, SKIPPED, SAME",
    "SKIPPED, PASSED, SAME",
    "SKIPPED, FAILED, REGRESSION",
    "FAILED, FAILED, STOCK_FAILURE",
    "FAILED, ERROR, STOCK_FAILURE",
    "ERROR, PASSED, STOCK_ONLY",
    "absent, PASSED, STOCK_ONLY",
  })
  void comparesOneRunOfEachSide(String stock, String ours, Verdict verdict) {
    assertThat(verdicts(run(TestSide.STOCK, 1, stock), run(TestSide.OURS, 1, ours)))
        .containsExactly(verdict, Verdict.SAME);
  }

  @ParameterizedTest(name = "{0} then {1} on stock, {2} then {3} with ours: {4}")
  @CsvSource({
    "PASSED, PASSED, FAILED, FAILED, REGRESSION",
    "PASSED, FAILED, FAILED, FAILED, REGRESSION",
    "PASSED, PASSED, FAILED, PASSED, FLAKY",
    "FAILED, PASSED, PASSED, PASSED, FLAKY",
    "FAILED, FAILED, PASSED, FAILED, STOCK_ONLY",
    "PASSED, PASSED, PASSED, PASSED, SAME",
  })
  void takesTheBetterOfTwoRuns(
      String stock1, String stock2, String ours1, String ours2, Verdict verdict) {
    assertThat(
            verdicts(
                run(TestSide.STOCK, 1, stock1),
                run(TestSide.STOCK, 2, stock2),
                run(TestSide.OURS, 1, ours1),
                run(TestSide.OURS, 2, ours2)))
        .containsExactly(verdict, Verdict.SAME);
  }

  @Test
  void aClassThatHungOnceOnOursOnlyIsFlaky() {
    ClassRun hung =
        run(TestSide.OURS, 1, "PASSED", TestOutcome.ofClass("process", Status.ERROR, "hung"));

    assertThat(verdicts(run(TestSide.STOCK, 1, "PASSED"), hung))
        .containsExactly(Verdict.SAME, Verdict.SAME, Verdict.REGRESSION);
    ClassRun again = run(TestSide.OURS, 2, "PASSED");
    assertThat(verdicts(run(TestSide.STOCK, 1, "PASSED"), hung, again))
        .containsExactly(Verdict.SAME, Verdict.SAME, Verdict.FLAKY);
    assertThat(new ClassResult(TEST, List.of(hung, again)).count(TestSide.OURS, Status.PASSED))
        .as("tests that passed: a and b, not the process")
        .isEqualTo(2);
  }

  @Test
  void oneSideAloneIsNotComparedWithTheOther() {
    assertThat(verdicts(run(TestSide.STOCK, 1, "PASSED"))).containsOnly(Verdict.SAME);
    assertThat(verdicts(run(TestSide.STOCK, 1, "FAILED")))
        .containsExactly(Verdict.STOCK_FAILURE, Verdict.SAME);
    assertThat(verdicts(run(TestSide.OURS, 1, "SKIPPED"))).containsOnly(Verdict.SAME);
    assertThat(verdicts(run(TestSide.OURS, 1, "FAILED")))
        .containsExactly(Verdict.REGRESSION, Verdict.SAME);
  }

  @Test
  void aSecondRunIsWantedWhereItCanTellSomething() {
    assertThat(wantsSecondRun("PASSED", "PASSED")).isFalse();
    assertThat(wantsSecondRun("PASSED", "FAILED")).isTrue();
    assertThat(wantsSecondRun("FAILED", "PASSED")).isTrue();
    assertThat(wantsSecondRun("FAILED", "FAILED")).isFalse();
    assertThat(new ClassResult(TEST, List.of(run(TestSide.STOCK, 1, "FAILED"))).wantsSecondRun())
        .isTrue();
  }

  private static boolean wantsSecondRun(String stock, String ours) {
    List<ClassRun> runs = List.of(run(TestSide.STOCK, 1, stock), run(TestSide.OURS, 1, ours));
    return new ClassResult(TEST, runs).wantsSecondRun();
  }

  private static List<Verdict> verdicts(ClassRun... runs) {
    return new ClassResult(TEST, Arrays.asList(runs))
        .comparisons().stream()
            .sorted((a, b) -> idOf(a).compareTo(idOf(b)))
            .map(Comparison::verdict)
            .toList();
  }

  private static String idOf(Comparison comparison) {
    return Stream.of(comparison.stock(), comparison.ours())
        .flatMap(Stream::ofNullable)
        .map(side -> side.best().id())
        .sorted()
        .findFirst()
        .orElseThrow()
        // Troubles of a class last.
        .replace('(', '~');
  }

  /** A run in which test {@code a} ended so and {@code b} passed. */
  private static ClassRun run(TestSide side, int attempt, String status, TestOutcome... more) {
    Stream<TestOutcome> a =
        status.equals("absent")
            ? Stream.empty()
            : Stream.of(new TestOutcome("a", "a()", Status.valueOf(status), 1, ""));
    Stream<TestOutcome> b = Stream.of(new TestOutcome("b", "b()", Status.PASSED, 1, ""));
    List<TestOutcome> outcomes =
        Stream.of(a, b, Arrays.stream(more)).flatMap(stream -> stream).toList();
    return new ClassRun(side, TEST, attempt, 5, outcomes);
  }
}
