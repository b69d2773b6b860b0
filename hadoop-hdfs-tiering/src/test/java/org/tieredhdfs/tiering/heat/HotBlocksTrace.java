package org.tieredhdfs.tiering.heat;

import java.util.SplittableRandom;
import java.util.function.IntConsumer;

/**
 * Reads in the shape that Uber has published of its DataNodes: few blocks, other ones after some
 * hours, take nine of ten reads of an hour, the rest goes anywhere. A tenth of the scale: 1,000 hot
 * blocks instead of 10,000. (Uber's blog on the local cache of HDFS DataNodes, 2023.)
 */
final class HotBlocksTrace implements ReadTrace {
  private static final int BLOCKS = 100_000;
  private static final int HOT = 1_000;
  private static final int HOURS = 7 * 24;
  private static final int READS_AN_HOUR = 40_000;
  private static final double HOT_READS = 0.9;
  private static final int SKEW = 3;
  private static final long BLOCK_BYTES = 128L << 20;

  /**
   * Of the hot blocks, so many are replaced in an hour, half of them by ones that were hot once.
   */
  private static final int REPLACED_AN_HOUR = 50;

  private final long seed;
  private final int[][] hot = new int[HOURS][];

  HotBlocksTrace(long seed) {
    this.seed = seed;
    SplittableRandom random = new SplittableRandom(seed);
    int[] now = new int[HOT];
    for (int i = 0; i < HOT; i++) {
      now[i] = random.nextInt(BLOCKS);
    }
    for (int hour = 0; hour < HOURS; hour++) {
      hot[hour] = now.clone();
      for (int i = 0; i < REPLACED_AN_HOUR; i++) {
        boolean isFresh = random.nextBoolean();
        now[random.nextInt(HOT)] =
            isFresh ? random.nextInt(BLOCKS) : hot[random.nextInt(hour + 1)][random.nextInt(HOT)];
      }
    }
  }

  @Override
  public int files() {
    return BLOCKS;
  }

  @Override
  public long bytes(int file) {
    return BLOCK_BYTES;
  }

  @Override
  public int hours() {
    return HOURS;
  }

  @Override
  public boolean isScanned(int hour) {
    return false;
  }

  @Override
  public void play(int hour, IntConsumer read) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + hour);
    for (int i = 0; i < READS_AN_HOUR; i++) {
      boolean isHot = random.nextDouble() < HOT_READS;
      // a tenth of them takes almost half
      int rank = (int) (HOT * Math.pow(random.nextDouble(), SKEW));
      read.accept(isHot ? hot[hour][rank] : random.nextInt(BLOCKS));
    }
  }
}
