package org.tieredhdfs.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tieredhdfs.upstream.Suite.StockRuns;
import org.tieredhdfs.upstream.TestOutcome.Status;

class StockRunsTest {
  private static ClassRun ours(Status... outcomes) {
    return new ClassRun(
        TestSide.OURS,
        new TestClass("module", "some.Test"),
        1,
        5,
        List.of(outcomes).stream().map(s -> new TestOutcome("id" + s, "t()", s, 1, "")).toList());
  }

  @Test
  void whatPassesOnOurSideNeedsNoRunOnStock() {
    assertThat(StockRuns.NEEDED.order()).containsExactly(TestSide.OURS, TestSide.STOCK);
    assertThat(StockRuns.NEEDED.wants(TestSide.OURS, List.of())).isTrue();
    assertThat(StockRuns.NEEDED.wants(TestSide.STOCK, List.of(ours(Status.PASSED)))).isFalse();
  }

  @ParameterizedTest
  @EnumSource(names = "PASSED", mode = EnumSource.Mode.EXCLUDE)
  void allElseDoes(Status status) {
    assertThat(StockRuns.NEEDED.wants(TestSide.STOCK, List.of(ours(Status.PASSED, status))))
        .isTrue();
  }

  @Test
  void alwaysIsAlways() {
    assertThat(StockRuns.ALWAYS.order()).containsExactly(TestSide.STOCK, TestSide.OURS);
    assertThat(StockRuns.ALWAYS.wants(TestSide.STOCK, List.of(ours(Status.PASSED)))).isTrue();
  }
}
