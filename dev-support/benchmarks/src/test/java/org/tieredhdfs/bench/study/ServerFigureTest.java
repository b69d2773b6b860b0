package org.tieredhdfs.bench.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerFigureTest {

  /** A sample with these figures, in the order of the names. */
  static Map<ServerFigure, Long> sample(long... figures) {
    Map<ServerFigure, Long> sample = new EnumMap<>(ServerFigure.class);
    int next = 0;
    for (ServerFigure figure : ServerFigure.values()) {
      if (next < figures.length) {
        sample.put(figure, figures[next++]);
      }
    }
    return sample;
  }

  @Test
  void countsGrowAndLevelsPeak() {
    assertThat(
            ServerFigure.metrics(
                List.of(
                    sample(10, 20, 0, 0, 100, 5, 700, 50, 1_000, 7, 1, 900),
                    sample(80, 90, 3, 7, 150, 5, 800, 50, 1_040, 31, 1, 40),
                    sample(20, 50, 1, 2, 400, 9, 800, 90, 1_040, 12, 3, 40),
                    sample(30, 60, 0, 0, 400, 9, 900, 350, 1_100, 2, 4, 25))))
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
    assertThat(ServerFigure.MEM_STORE_BYTES.together(10, 80)).isEqualTo(90);
    assertThat(ServerFigure.TOO_BUSY.together(5, 5)).isEqualTo(10);
    assertThat(ServerFigure.WAL_SYNC_MAX_MS.together(7, 31)).isEqualTo(31);
    assertThat(ServerFigure.LAST_GC_MS.together(900, 40)).isEqualTo(900);
  }

  @Test
  void noSampleIsNoFigure() {
    assertThat(ServerFigure.metrics(List.of())).isEmpty();
  }
}
