package org.tieredhdfs.bench;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.report.Side;

class BenchPlanTest {
  @Test
  void refusesWhatCannotBeMeasured() {
    List<Side> ours = List.of(Side.OURS);
    assertThatThrownBy(() -> Plans.plan(ours, 0, 1)).hasMessageContaining("--repeats: '0'");
    assertThatThrownBy(() -> Plans.plan(ours, 1, 0)).hasMessageContaining("--seconds: '0'");
  }
}
