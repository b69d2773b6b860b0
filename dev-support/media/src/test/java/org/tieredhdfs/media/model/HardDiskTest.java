package org.tieredhdfs.media.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HardDiskTest {
  private static final long SIZE = 1L << 40;
  private static final int MB = 1_000_000;

  private final HardDisk.Spec spec =
      new HardDisk.Spec(SIZE, 1_000_000, 9_000_000, 8_000_000, 200L * MB, 100L * MB, 300_000);
  private final HardDisk disk = new HardDisk(spec, 7);

  @Test
  void streamTakesTheBandwidthOfItsZoneAndNothingElse() {
    long outerNs = disk.serve(Io.read(0, MB), 0, 1);
    assertThat(outerNs).isCloseTo(5_000_000, within(1_000L));
    assertThat(disk.continues(Io.read(MB, 1))).isTrue();
    assertThat(disk.serve(Io.write(MB, MB), outerNs, 1) - outerNs)
        .isCloseTo(5_000_000, within(1_000L));

    long beginNs = disk.serve(Io.read(SIZE - 10L * MB, MB), disk.freeNs(), 1);
    assertThat(disk.serve(Io.read(SIZE - 9L * MB, MB), beginNs, 1) - beginNs)
        .isCloseTo(10_000_000, within(1_000L));
  }

  @Test
  void jumpTakesTheArmByDistanceAndARotationByChance() {
    long shortest = Long.MAX_VALUE;
    long longest = 0;
    long sum = 0;
    int jumps = 2_000;
    long nowNs = 0;
    for (int i = 0; i < jumps; i++) {
      nowNs = disk.serve(Io.read(0, 0), nowNs, 1);
      long endNs = disk.serve(Io.read(SIZE / 4, 0), nowNs, 1);
      shortest = Math.min(shortest, endNs - nowNs);
      longest = Math.max(longest, endNs - nowNs);
      sum += endNs - nowNs;
      nowNs = endNs;
    }
    // A quarter of the disk takes the shortest seek and half of the difference: 5 ms.
    assertThat(shortest).isBetween(5_000_000L, 5_100_000L);
    assertThat(longest).isBetween(12_900_000L, 13_000_000L);
    assertThat(sum / jumps).isCloseTo(9_000_000, within(200_000L));
  }

  @Test
  void shortJumpForwardLetsTheGapPass() {
    disk.serve(Io.read(0, MB), 0, 1);
    long beginNs = disk.freeNs();
    // 100 KB at 200 MB/s
    assertThat(disk.serve(Io.read(MB + 100_000, 0), beginNs, 1) - beginNs)
        .isCloseTo(500_000, within(1_000L));
  }

  @Test
  void everythingTakesLongerByTheSlowness() {
    SplittableRandom random = new SplittableRandom(3);
    HardDisk twin = new HardDisk(spec, 7);
    for (int i = 0; i < 100; i++) {
      Io io = Io.read(random.nextLong(SIZE), 4096);
      long onceNs = disk.serve(io, 0, 1);
      assertThat(twin.serve(io, 0, 5)).isCloseTo(5 * onceNs, within(5L));
    }
  }

  @Test
  void flushTakesItsTimeAndLeavesTheHeadWhereItIs() {
    disk.serve(Io.write(0, MB), 0, 1);
    long beginNs = disk.freeNs();
    assertThat(disk.serve(Io.flush(), beginNs, 1) - beginNs).isEqualTo(300_000);
    assertThat(disk.continues(Io.write(MB, 1))).isTrue();
    assertThat(disk.continues(Io.flush())).isFalse();
  }
}
