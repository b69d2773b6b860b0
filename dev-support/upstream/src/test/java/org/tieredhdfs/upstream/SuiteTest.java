package org.tieredhdfs.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tieredhdfs.upstream.SampleLayout.sample;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.upstream.ClassResult.Comparison;
import org.tieredhdfs.upstream.ClassResult.Verdict;
import org.tieredhdfs.upstream.Suite.StockRuns;
import org.tieredhdfs.upstream.TestOutcome.Status;

class SuiteTest {
  @TempDir private Path directory;

  @Test
  void runsAFlakyClassAgainAndWritesBothRuns() throws Exception {
    List<ClassResult> results =
        run(Set.of(TestSide.STOCK), List.of(), List.of(sample("FailsFirst")));

    assertThat(results.get(0).comparisons())
        .extracting(Comparison::verdict)
        .containsExactly(Verdict.FLAKY);
    assertThat(ResultFile.read(directory, TestSide.STOCK))
        .extracting(ClassRun::attempt)
        .containsExactly(1, 2);
  }

  @Test
  void takesStocksFirstRunFromBefore() throws Exception {
    TestOutcome known = new TestOutcome("id", "passes()", Status.PASSED, 3, "");
    ClassRun before = new ClassRun(TestSide.STOCK, sample("Hangs"), 1, 12, List.of(known));

    List<ClassResult> results =
        run(Set.of(TestSide.STOCK), List.of(before), List.of(sample("Hangs"), sample("Litters")));

    assertThat(results.get(0).runs()).containsExactly(before);
    assertThat(results.get(1).count(TestSide.STOCK, Status.PASSED)).isEqualTo(1);
  }

  private List<ClassResult> run(Set<TestSide> sides, List<ClassRun> known, List<TestClass> tests)
      throws Exception {
    SampleLayout layout = new SampleLayout(directory);
    Fork fork = new Fork(layout.classPath(List.of()), layout.settings(Duration.ofMinutes(4)));
    return new Suite(fork, sides, StockRuns.ALWAYS, known, new ResultFile(directory)).run(tests, 2);
  }
}
