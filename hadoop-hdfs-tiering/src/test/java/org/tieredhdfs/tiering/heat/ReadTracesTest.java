package org.tieredhdfs.tiering.heat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The traces on which the choice of files for a fast tier is judged, and what caches do on them.
 */
class ReadTracesTest {
  private static final int HOUR_OF_SCAN = 6 * 24 + 2;

  private static int[] reads(ReadTrace trace, int from, int to) {
    int[] reads = new int[trace.files()];
    for (int hour = from; hour < to; hour++) {
      trace.play(hour, file -> reads[file]++);
    }
    return reads;
  }

  private static long sum(int[] reads) {
    return Arrays.stream(reads).asLongStream().sum();
  }

  @Test
  void aSeedIsTheSameTraceAgain() {
    assertThat(reads(new WarehouseTrace(1), 30, 31))
        .isEqualTo(reads(new WarehouseTrace(1), 30, 31));
    assertThat(reads(new HotBlocksTrace(1), 30, 31))
        .isEqualTo(reads(new HotBlocksTrace(1), 30, 31));
    assertThat(reads(new WarehouseTrace(1), 30, 31))
        .isNotEqualTo(reads(new WarehouseTrace(2), 30, 31));
  }

  @Test
  void aBackupReadsEachFileOnceMore() {
    WarehouseTrace trace = new WarehouseTrace(1);
    int[] reads = reads(trace, HOUR_OF_SCAN, HOUR_OF_SCAN + 6);

    assertThat(trace.isScanned(HOUR_OF_SCAN - 1)).isFalse();
    assertThat(trace.isScanned(HOUR_OF_SCAN)).isTrue();
    assertThat(reads).doesNotContain(0);
    assertThat(Arrays.stream(reads).filter(count -> count == 1).count())
        .isGreaterThan(trace.files() / 4);
  }

  @Test
  void fewBlocksTakeNineOfTenReadsOfAnHour() {
    HotBlocksTrace trace = new HotBlocksTrace(1);
    int[] reads = reads(trace, 50, 51);
    Arrays.sort(reads);
    int[] most = Arrays.copyOfRange(reads, reads.length - 1_000, reads.length);

    assertThat((double) sum(most) / sum(reads)).isBetween(0.88, 0.95);
  }

  /** Prints shares of reads that caches catch; {@code -Dtest.groups=slow}. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void whoKnowsTheFutureDoesBest(long seed) {
    for (ReadTrace trace : List.of(new WarehouseTrace(seed), new HotBlocksTrace(seed))) {
      long all = 0;
      for (int file = 0; file < trace.files(); file++) {
        all += trace.bytes(file);
      }
      long capacity = all / (trace instanceof WarehouseTrace ? 20 : 167);
      long budget = capacity / 4;
      List<FastTier> tiers =
          List.of(
              new LruTier(trace, capacity),
              new LarcTier(trace, capacity),
              new ClairvoyantTier(trace, capacity, 1, budget));
      List<Double> shares = new ArrayList<>();
      for (FastTier tier : tiers) {
        shares.add(share(trace, tier));
        System.out.printf(
            Locale.ROOT,
            "%s %d, %s: %.3f of the reads, %.1f times its size moved%n",
            trace.getClass().getSimpleName(),
            seed,
            tier.getClass().getSimpleName(),
            shares.get(shares.size() - 1),
            (double) tier.movedBytes() / capacity);
      }

      assertThat(shares.get(2)).isGreaterThan(shares.get(0)).isGreaterThan(shares.get(1));
    }
  }

  private static double share(ReadTrace trace, FastTier tier) {
    long[] count = new long[2];
    for (int hour = 0; hour < trace.hours(); hour++) {
      tier.begin(hour);
      trace.play(hour, file -> count[tier.read(file) ? 1 : 0]++);
    }
    return (double) count[1] / (count[0] + count[1]);
  }
}
