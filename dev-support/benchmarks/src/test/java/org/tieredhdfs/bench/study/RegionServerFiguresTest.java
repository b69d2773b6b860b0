package org.tieredhdfs.bench.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RegionServerFiguresTest {

  @Test
  void countsGrowAndLevelsPeak() {
    assertThat(
            RegionServerFigures.of(
                List.of(
                    new RegionServerSample(10, 0, 0, 100, 5, 700, 50, 1_000, 900, 20, 7, 1),
                    new RegionServerSample(80, 3, 7, 150, 5, 800, 50, 1_040, 40, 90, 31, 1),
                    new RegionServerSample(20, 1, 2, 400, 9, 800, 90, 1_040, 40, 50, 12, 3),
                    new RegionServerSample(30, 0, 0, 400, 9, 900, 350, 1_100, 25, 60, 2, 4))))
        .containsEntry("memStoreMaxBytes", 80.0)
        .containsEntry("flushQueueMax", 3.0)
        .containsEntry("compactionQueueMax", 7.0)
        .containsEntry("updatesBlockedMs", 300.0)
        .containsEntry("regionTooBusyErrors", 4.0)
        .containsEntry("flushedOutputBytes", 200.0)
        .containsEntry("compactedOutputBytes", 300.0)
        .containsEntry("gcTotalMs", 100.0)
        .containsEntry("heapMaxBytes", 90.0)
        .containsEntry("walSyncMaxMs", 31.0)
        .containsEntry("walSlowAppends", 3.0)
        // the one of 900 ms was before the load
        .containsEntry("gcMaxMs", 40.0);
  }

  @Test
  void severalServersAddUpAndOfTheirLongestWaitsTheLongerCounts() {
    assertThat(
            new RegionServerSample(10, 1, 2, 100, 5, 700, 50, 1_000, 900, 20, 7, 1)
                .plus(new RegionServerSample(80, 3, 7, 150, 5, 800, 50, 1_040, 40, 90, 31, 1)))
        .isEqualTo(new RegionServerSample(90, 4, 9, 250, 10, 1_500, 100, 2_040, 900, 110, 31, 2));
  }

  @Test
  void noSampleIsNoFigure() {
    assertThat(RegionServerFigures.of(List.of())).isEmpty();
  }
}
