package org.tieredhdfs.bench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tieredhdfs.bench.experiment.ReportRows.row;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

class StudyLoadsTest {
  @Test
  void ratiosAreOfMediansWhereBothCasesWereMeasured() {
    List<BenchmarkCase> compared =
        new StudyLoads()
            .compared(
                List.of(
                    row("1T_SSD", Side.OURS, 1, 100),
                    row("1T_SSD", Side.OURS, 2, 130),
                    row("1T_SSD", Side.OURS, 3, 900),
                    row("1T_HDD", Side.OURS, 1, 100),
                    row("1T_HDD", Side.STOCK, 1, 100)));
    assertThat(compared).hasSize(1);
    assertThat(compared.get(0).name()).isEqualTo("1T_SSD / 1T_HDD");
    assertThat(compared.get(0).side()).isEqualTo(Side.OURS);
    assertThat(compared.get(0).metrics())
        .containsEntry("opsRatio", 1.3)
        .containsEntry("studyOpsRatio", 1.34);
  }
}
