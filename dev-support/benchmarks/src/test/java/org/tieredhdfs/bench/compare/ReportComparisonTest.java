package org.tieredhdfs.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.Side;

class ReportComparisonTest {
  private static final Report OLD = measured("wal", 1, "opsPerSec", 100, 102, 98);

  private static Report measured(String benchmark, int scale, String metric, double... values) {
    ReportBuilder report = new ReportBuilder(benchmark).version("scale", "1/" + scale);
    for (int i = 0; i < values.length; i++) {
      report.add(
          new BenchmarkCase("one", Side.OURS, i + 1, Map.of(metric, values[i]))
              .withCommit("c" + scale));
    }
    return report.build();
  }

  private static Change change(Report older, Report newer) {
    List<Change> changes = new ReportComparison(older, newer, List.of()).changes();
    assertThat(changes).hasSize(1);
    return changes.get(0);
  }

  @Test
  void whatIsBeyondItsIntervalIsBetterOrWorseByTheUnitOfItsMetric() {
    assertThat(change(OLD, measured("wal", 1, "opsPerSec", 80, 81, 79)).verdict())
        .isEqualTo(Change.Verdict.WORSE);
    assertThat(change(OLD, measured("wal", 1, "opsPerSec", 120, 121, 119)).verdict())
        .isEqualTo(Change.Verdict.BETTER);
    Report latency = measured("wal", 1, "writeP99Us", 100, 102, 98);
    assertThat(change(latency, measured("wal", 1, "writeP99Us", 120, 121, 119)).verdict())
        .isEqualTo(Change.Verdict.WORSE);
    Report bytes = measured("wal", 1, "walDiskBytes", 100, 102, 98);
    assertThat(change(bytes, measured("wal", 1, "walDiskBytes", 120, 121, 119)).verdict())
        .isEqualTo(Change.Verdict.CHANGED);
  }

  @Test
  void whatIsWithinItsIntervalIsTheSame() {
    assertThat(change(OLD, measured("wal", 1, "opsPerSec", 101, 97, 103)).verdict())
        .isEqualTo(Change.Verdict.SAME);
  }

  @Test
  void oneRepeatTellsNothing() {
    Change change = change(OLD, measured("wal", 1, "opsPerSec", 10));
    assertThat(change.verdict()).isEqualTo(Change.Verdict.UNKNOWN);
    assertThat(change.ratio().orElseThrow().ratio()).isCloseTo(0.1, within(0.001));
  }

  @Test
  void zerosHaveNoRatioAndAreComparedByTheirRange() {
    Report none = measured("wal", 1, "errors", 0, 0, 0);
    Change some = change(none, measured("wal", 1, "errors", 3, 1, 2));
    assertThat(some.ratio()).isEmpty();
    assertThat(some.verdict()).isEqualTo(Change.Verdict.WORSE);
    assertThat(change(none, none).verdict()).isEqualTo(Change.Verdict.SAME);
    assertThat(change(none, measured("wal", 1, "errors", 3, 0, 2)).verdict())
        .isEqualTo(Change.Verdict.SAME);
  }

  @Test
  void onlyChosenMetricsOfTheSameCaseAndSideAreCompared() {
    ReportBuilder newer = new ReportBuilder("wal");
    newer.add(new BenchmarkCase("one", Side.OURS, 1, Map.of("opsPerSec", 1.0, "moreMs", 2.0)));
    newer.add(new BenchmarkCase("one", Side.STOCK, 1, Map.of("opsPerSec", 1.0)));
    newer.add(new BenchmarkCase("two", Side.OURS, 1, Map.of("opsPerSec", 1.0)));
    Change change = change(OLD, newer.build());
    assertThat(change.of()).isEqualTo(new ReportComparison.Key("one", Side.OURS, "opsPerSec"));

    Report both = newer.build();
    assertThat(new ReportComparison(both, both, List.of("moreMs")).changes())
        .extracting(one -> one.of().metric())
        .containsExactly("moreMs");
  }

  @Test
  void reportsWithNothingInCommonAreRefused() {
    assertThatThrownBy(() -> change(OLD, measured("write", 1, "opsPerSec", 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'wal'")
        .hasMessageContaining("'write'");
    assertThatThrownBy(() -> change(OLD, measured("wal", 1, "otherMs", 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nothing to compare")
        .hasMessageContaining("one (ours)");
    assertThatThrownBy(() -> change(OLD, new ReportBuilder("wal").build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("NEW has none");
  }

  @Test
  void saysInWhatTheRunsDiffer() {
    assertThat(
            new ReportComparison(OLD, measured("wal", 2, "opsPerSec", 1), List.of()).differences())
        .containsExactly("scale: 1/1 -> 1/2", "commits: c1 -> c2");
    assertThat(new ReportComparison(OLD, OLD, List.of()).differences()).isEmpty();
  }

  @Test
  void whatIsWorseIsToldInASentenceWithItsInterval() {
    assertThat(
            new ReportComparison(OLD, measured("wal", 1, "opsPerSec", 80, 81, 79), List.of())
                .worse())
        .singleElement()
        .asString()
        .startsWith("one on ours: opsPerSec went from 100 ops/s to 80 ops/s, 0.800 times (");
  }

  @Test
  void theTableMarksWhatChangedAndCanLeaveOutTheRest() {
    ReportBuilder older = new ReportBuilder("wal");
    ReportBuilder newer = new ReportBuilder("wal");
    for (int repeat = 1; repeat <= 3; repeat++) {
      older.add(row(repeat, 100 + repeat, 5 + repeat));
      newer.add(row(repeat, 50 + repeat, 5 + repeat));
    }
    ReportComparison shown = new ReportComparison(older.build(), newer.build(), List.of());

    assertThat(shown.table(false).toString()).contains("readP99Us").contains("worse");
    assertThat(shown.table(true).toString()).contains("opsPerSec").doesNotContain("readP99Us");
    assertThat(shown.summary())
        .isEqualTo(
            "2 figures: 0 better, 1 worse, 0 changed, 1 within their intervals, 0 with too few"
                + " repeats to tell");
  }

  private static BenchmarkCase row(int repeat, double opsPerSec, double readP99Us) {
    return new BenchmarkCase(
        "one", Side.OURS, repeat, Map.of("opsPerSec", opsPerSec, "readP99Us", readP99Us));
  }
}
