package org.tieredhdfs.bench.failslow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.bench.failslow.client.FailSlowLoad;
import org.tieredhdfs.report.Series;

class OperationFiguresTest {
  private static final long SEC = 1_000_000;

  /** Ten seconds before, ten of the fault. */
  private static final OperationFigures.Window WINDOW =
      new OperationFigures.Window(10 * SEC, 20 * SEC, 30 * SEC);

  @TempDir Path tmp;
  private final List<String> lines = new ArrayList<>();

  private OperationFigures figures() throws IOException {
    Path log = tmp.resolve("operations.log");
    Files.write(log, lines);
    return OperationFigures.read(log, WINDOW, FailSlowLoad.USUAL);
  }

  private void add(String kind, long beginUs, long tookUs, boolean succeeded) {
    lines.add(kind + " " + beginUs + " " + tookUs + (succeeded ? " 1" : " 0"));
  }

  @Test
  void theLongestOperationIsOneThatTheFaultCanHaveDelayed() throws IOException {
    add("PUT", 11 * SEC, 900_000, true);
    add("PUT", 19 * SEC, 2 * SEC, true);
    add("PUT", 35 * SEC, 400_000, true);
    Map<String, Double> metrics = figures().metrics();
    assertThat(metrics).containsEntry("longestPutMs", 2_000.0);
    assertThat(metrics.get("putP999BeforeMs")).isCloseTo(900, within(1.0));
  }

  @Test
  void whatCameBehindTheFaultCountsForTheLongestAndNotForPercentiles() throws IOException {
    add("READ", 25 * SEC, 10_000, true);
    add("READ", 31 * SEC, 3 * SEC, true);
    Map<String, Double> metrics = figures().metrics();
    assertThat(metrics).containsEntry("longestReadMs", 3_000.0).containsEntry("readOps", 2.0);
    assertThat(metrics.get("readP999Ms")).isCloseTo(10, within(0.1));
  }

  @Test
  void aStallAlsoCountsForTheOperationsThatCouldNotBegin() throws IOException {
    for (int i = 0; i < 20; i++) {
      add("HFLUSH", 21 * SEC + i * 50_000L, 1_000, true);
    }
    add("HFLUSH", 22 * SEC, 4 * SEC, true);
    Map<String, Double> metrics = figures().metrics();
    // At a record every 50 ms, 80 wait in 4 s, against 20 that do not
    assertThat(metrics.get("hflushP50Ms")).isGreaterThan(1_000);
    assertThat(metrics).containsEntry("hflushOps", 21.0);
  }

  @Test
  void failedOperationsAreCountedAndThoseBeforeTheLeadAreNot() throws IOException {
    add("OTHER_READ", 1 * SEC, 9 * SEC - 1, false);
    add("OTHER_READ", 12 * SEC, 1_000, true);
    add("OTHER_READ", 22 * SEC, 1_000, false);
    assertThat(figures().metrics())
        .containsEntry("otherReadErrors", 1.0)
        .containsEntry("otherReadOps", 2.0)
        .containsEntry("longestOtherReadMs", 1.0);
  }

  @Test
  void drawsTheSlowestOfEachHalfSecond() throws IOException {
    add("PUT", 10 * SEC, 5_000, true);
    add("PUT", 10 * SEC + 100_000, 7_000, true);
    add("PUT", 11 * SEC, 3_000, true);
    Series puts = figures().series().get(0);
    assertThat(puts.metric()).isEqualTo("putSlowestMs");
    assertThat(puts.elapsedMs()).containsExactly(500L, 1_000L, 1_500L);
    assertThat(puts.values()).containsExactly(7.0, 0.0, 3.0);
  }

  @Test
  void refusesALineThatIsCutOff() {
    lines.add("PUT 123");
    assertThatThrownBy(this::figures)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("PUT 123");
    lines.set(0, "SLEEP 1 2 1");
    assertThatThrownBy(this::figures).isInstanceOf(IOException.class).hasMessageContaining("SLEEP");
  }
}
