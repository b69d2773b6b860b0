package org.tieredhdfs.tiering.heat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
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
              new ClairvoyantTier(trace, capacity, 1, budget),
              new RuleTier(trace, capacity, budget));
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
      assertThat(shares.get(3))
          .isGreaterThan(1.1 * shares.get(0))
          .isGreaterThan(0.85 * shares.get(2));
    }
  }

  @Test
  void aBackupFlushesNothing() {
    WarehouseTrace trace = new WarehouseTrace(1);
    long capacity = 0;
    for (int file = 0; file < trace.files(); file++) {
      capacity += trace.bytes(file) / 20;
    }
    RuleTier tier = new RuleTier(trace, capacity, capacity / 4);
    double before = 0;
    double meanwhile = 0;
    BitSet held = new BitSet();
    for (int hour = 0; hour < HOUR_OF_SCAN + 6; hour++) {
      if (hour == HOUR_OF_SCAN) {
        held = tier.held();
      }
      int[] reads = new int[trace.files()];
      long[] hits = new long[2];
      tier.begin(hour);
      int now = hour;
      trace.play(
          hour,
          file -> {
            boolean isScan = trace.isScanned(now) && reads[file] == 0;
            reads[file]++;
            boolean isHit = tier.read(file);
            // all but one of each file, as the backup has one
            hits[isHit ? 1 : 0] += isScan ? 0 : 1;
          });
      double share = (double) hits[1] / (hits[0] + hits[1]);
      before = hour == HOUR_OF_SCAN - 24 ? share : before;
      meanwhile = hour == HOUR_OF_SCAN ? share : meanwhile;
    }
    BitSet kept = tier.held();
    kept.and(held);

    assertThat(meanwhile).isGreaterThan(0.9 * before);
    assertThat(kept.cardinality()).isGreaterThan(held.cardinality() * 2 / 3);
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
