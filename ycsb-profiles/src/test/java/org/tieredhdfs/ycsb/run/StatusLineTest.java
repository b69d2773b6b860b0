package org.tieredhdfs.ycsb.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatusLineTest {

  private static final long AT_MS = Instant.parse("2026-11-21T09:59:10.123Z").toEpochMilli();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-21 09:59:10:123 3 sec: 12345 operations; 4115.2 current ops/sec; est completion in"
            + " 21 seconds [INSERT: Count=4115, Max=70783, Min=4, Avg=963.61, 90=15, 99=31935,"
            + " 99.9=49919, 99.99=70783] ",
        "2026-11-21 09:59:10:123 3 sec: 12345 operations; ∞ current ops/sec; [CLEANUP: Count=1]",
        "load2026-11-21 09:59:10:123 3 sec: 12345 operations; 4115,2 current ops/sec; ",
      })
  void timeAndOperationsAreRead(String line) {
    assertThat(StatusLine.parse(line)).contains(new StatusLine(AT_MS, 12345));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Starting test.",
        "DBWrapper: report latency for each error is false and specific error codes to track",
        "2026-11-21 09:59:10:123 3 sec: many operations; ",
        "2026-13-45 09:59:10:123 3 sec: 12345 operations; ",
        "2026-11-21 09:59:10:123 3 sec: 99999999999999999999 operations; ",
      })
  void otherLinesAreNoStatus(String line) {
    assertThat(StatusLine.parse(line)).isEmpty();
  }

  @Test
  void throughputIsTakenBetweenLines() {
    List<ThroughputPoint> points =
        ThroughputPoint.between(
            List.of(
                new StatusLine(1_000, 0),
                new StatusLine(2_000, 500),
                new StatusLine(4_000, 2_500),
                new StatusLine(5_000, 2_500)));

    assertThat(points)
        .containsExactly(
            new ThroughputPoint(1_000, 500),
            new ThroughputPoint(3_000, 1_000),
            new ThroughputPoint(4_000, 0));
  }

  @Test
  void aLastStretchOfNoLengthIsJoinedWithTheOneBefore() {
    List<ThroughputPoint> points =
        ThroughputPoint.between(
            List.of(
                new StatusLine(0, 0),
                new StatusLine(1_000, 100),
                new StatusLine(2_000, 300),
                new StatusLine(2_050, 400),
                new StatusLine(2_050, 405)));

    assertThat(points).hasSize(2);
    assertThat(points.get(1).elapsedMs()).isEqualTo(2_050);
    assertThat(points.get(1).opsPerSec()).isCloseTo(290.5, within(0.1));
  }

  @Test
  void aRunTooShortForTwoLinesHasNoThroughputOverTime() {
    assertThat(ThroughputPoint.between(List.of())).isEmpty();
    assertThat(ThroughputPoint.between(List.of(new StatusLine(5, 0)))).isEmpty();
  }
}
