package org.tieredhdfs.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.tieredhdfs.upstream.SampleLayout.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.upstream.TestOutcome.Status;

class ForkTest {
  private static final Duration LIMIT = Duration.ofMinutes(4);

  @TempDir private Path directory;
  private SampleLayout layout;

  @BeforeEach
  void layOut() throws IOException {
    layout = new SampleLayout(directory);
  }

  @Test
  void reportsEachTestOfAClassAsItEnded() throws Exception {
    ClassRun run = run(sample("Mixed"), LIMIT);

    assertThat(statuses(run))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "passes()", Status.PASSED,
                "fails()", Status.FAILED,
                "throwsError()", Status.ERROR,
                "skips()", Status.SKIPPED,
                "takes(int)[1]", Status.PASSED,
                "takes(int)[2]", Status.FAILED));
    assertThat(run.summary()).isEqualTo("run 6, failed 2, errors 1, skipped 1");
    assertThat(run.outcomes())
        .filteredOn(outcome -> outcome.status() == Status.ERROR)
        .extracting(TestOutcome::message)
        .containsExactly("java.lang.IllegalStateException: first line");
    assertThat(layout.logs().resolve("stock-Mixed-1.log"))
        .content()
        .contains("not passed")
        .contains("second line")
        .contains("Mixed.java");
  }

  @Test
  void reportsAClassWhoseSetUpFails() throws Exception {
    assertThat(statuses(run(sample("BrokenSetUp"), LIMIT)))
        .isEqualTo(Map.of("(set-up or end of BrokenSetUp)", Status.ERROR));
  }

  @Test
  void stopsAClassThatHangsAndKeepsWhatItHadDoneAndItsStacks() throws Exception {
    // As long as a class without hangs takes here, which is mostly the start of its process, and
    // that several times over
    long startNs = System.nanoTime();
    assertThat(statuses(run(sample("Mixed"), LIMIT))).isNotEmpty();
    long sec = 3 + 3 * Duration.ofNanos(System.nanoTime() - startNs).toSeconds();
    ClassRun run = run(sample("Hangs"), Duration.ofSeconds(sec));

    assertThat(statuses(run))
        .isEqualTo(Map.of("passes()", Status.PASSED, "(process)", Status.ERROR));
    assertThat(run.outcomes())
        .last()
        .extracting(TestOutcome::message)
        .isEqualTo("did not end within " + sec + " s");
    assertThat(layout.logs().resolve("stock-Hangs-1.stacks")).content().contains("Hangs.hangs");
  }

  @Test
  void reportsAProcessThatDied() throws Exception {
    ClassRun run = run(sample("Dies"), LIMIT);

    assertThat(statuses(run)).isEqualTo(Map.of("(process)", Status.ERROR));
    assertThat(run.outcomes().get(0).message()).contains("exit code 7");
  }

  @Test
  void reportsAClassWithoutTests() throws Exception {
    ClassRun run = run(new TestClass("hadoop-hdfs", SampleLayout.class.getName()), LIMIT);

    assertThat(run.outcomes())
        .extracting(TestOutcome::message)
        .containsExactly("no test found in the class");
  }

  @Test
  void endsAndCleansUpAfterAClassThatLitters() throws Exception {
    ClassRun run = run(sample("Litters"), LIMIT);

    assertThat(statuses(run)).isEqualTo(Map.of("litters()", Status.PASSED));
    assertThat(layout.forks()).isEmptyDirectory();
  }

  @Test
  void refusesToCallStockOursWhenTheOverlayIsNotLoaded() throws Exception {
    Path jar = Files.createFile(directory.resolve("overlay.jar"));
    Fork fork = new Fork(layout.classPath(List.of(jar)), layout.settings(LIMIT));

    assertThatThrownBy(() -> fork.run(TestSide.OURS, sample("Mixed"), 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the overlay is not in front");
  }

  private ClassRun run(TestClass test, Duration limit) throws Exception {
    return new Fork(layout.classPath(List.of()), layout.settings(limit))
        .run(TestSide.STOCK, test, 1);
  }

  private static Map<String, Status> statuses(ClassRun run) {
    return run.outcomes().stream()
        .collect(Collectors.toMap(TestOutcome::name, TestOutcome::status));
  }
}
