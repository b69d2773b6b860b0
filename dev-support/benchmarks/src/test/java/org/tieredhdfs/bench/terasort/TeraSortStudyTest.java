package org.tieredhdfs.bench.terasort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.bench.experiment.ReportRows;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

class TeraSortStudyTest {
  @Test
  void thoseThatShareAClusterStandBehindEachOther() {
    TeraSortStudy study = new TeraSortStudy();
    assertThat(study.cases())
        .extracting(TeraSortStudy.Case::name)
        .containsExactly("rep3-workers1", "rep1-workers1", "rep3-workers4", "rep1-workers4");
    assertThat(study.cases()).extracting(study::clusterOf).startsWith("workers1", "workers1");
  }

  private static BenchmarkCase row(String name, Side side, int repeat, double sortSec) {
    return ReportRows.row(name, side, repeat, "sortSec", sortSec);
  }

  @Test
  void fourWorkersAreComparedWithOneByMediansWhereBothWereMeasured() {
    List<BenchmarkCase> compared =
        new TeraSortStudy()
            .compared(
                List.of(
                    row("rep1-workers4", Side.OURS, 1, 80),
                    row("rep1-workers4", Side.OURS, 2, 90),
                    row("rep1-workers4", Side.OURS, 3, 500),
                    row("rep1-workers1", Side.OURS, 1, 100),
                    row("rep3-workers4", Side.STOCK, 1, 100),
                    row("rep3-workers2", Side.STOCK, 1, 100)));
    assertThat(compared).hasSize(1);
    assertThat(compared.get(0).name()).isEqualTo("rep1-workers4 / rep1-workers1");
    assertThat(compared.get(0).side()).isEqualTo(Side.OURS);
    assertThat(compared.get(0).metrics())
        .containsOnly(
            entry("sortRatio", 0.9),
            entry("leastSortRatio", 0.8),
            entry("mostSortRatio", 5.0),
            entry("studySortRatio", 2887 / 3216.0));
  }
}
