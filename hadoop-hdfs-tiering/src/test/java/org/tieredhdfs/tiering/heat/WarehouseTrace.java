package org.tieredhdfs.tiering.heat;

import java.util.SplittableRandom;
import java.util.function.IntConsumer;

/**
 * Reads of a warehouse: their popularity follows Zipf, and drifts; some files are read in some
 * hours of the day or on one day of the week only; each Sunday night a backup reads every file
 * once.
 */
final class WarehouseTrace implements ReadTrace {
  private static final int FILES = 10_000;
  private static final int DAYS = 28;
  private static final int HOURS_OF_DAY = 24;
  private static final int DAYS_OF_WEEK = 7;
  private static final int READS_AN_HOUR = 10_000;
  private static final double ZIPF = 0.9;

  /** So many of the popular files change places with others in a day. */
  private static final int DRIFT_A_DAY = 100;

  private static final int POPULAR = 1_000;
  private static final long SMALL_BYTES = 64L << 20;
  private static final double SIZE_DEVIATION = 1.0;
  private static final double ALWAYS = 0.7;
  private static final double DAILY = 0.9;
  private static final int SHIFT_HOURS = 6;
  private static final int SCAN_FROM = 2;
  private static final int SCAN_TO = 8;
  private static final double DAY_AND_NIGHT = 0.5;
  private static final double WEEKEND = 0.6;

  private final long seed;
  private final long[] bytes = new long[FILES];

  /** -1: always; below 24: the first hour of its shift; from 24 on: its day of the week. */
  private final int[] active = new int[FILES];

  private final double[] upTo = new double[FILES];

  /** The file of each rank, for each day. */
  private final int[][] ranks = new int[DAYS][];

  WarehouseTrace(long seed) {
    this.seed = seed;
    SplittableRandom random = new SplittableRandom(seed);
    double sum = 0;
    for (int i = 0; i < FILES; i++) {
      bytes[i] = (long) (SMALL_BYTES * Math.exp(SIZE_DEVIATION * random.nextGaussian()));
      double kind = random.nextDouble();
      active[i] =
          kind < ALWAYS
              ? -1
              : kind < DAILY
                  ? random.nextInt(HOURS_OF_DAY / SHIFT_HOURS) * SHIFT_HOURS
                  : HOURS_OF_DAY + random.nextInt(DAYS_OF_WEEK);
      sum += Math.pow(i + 1, -ZIPF);
      upTo[i] = sum;
    }
    int[] today = shuffled(random);
    for (int day = 0; day < DAYS; day++) {
      ranks[day] = today.clone();
      for (int i = 0; i < DRIFT_A_DAY; i++) {
        swap(today, random.nextInt(POPULAR), random.nextInt(FILES));
      }
    }
  }

  private static int[] shuffled(SplittableRandom random) {
    int[] all = new int[FILES];
    for (int i = 0; i < FILES; i++) {
      all[i] = i;
    }
    for (int i = FILES - 1; i > 0; i--) {
      swap(all, i, random.nextInt(i + 1));
    }
    return all;
  }

  private static void swap(int[] all, int one, int other) {
    int was = all[one];
    all[one] = all[other];
    all[other] = was;
  }

  @Override
  public int files() {
    return FILES;
  }

  @Override
  public long bytes(int file) {
    return bytes[file];
  }

  @Override
  public int hours() {
    return DAYS * HOURS_OF_DAY;
  }

  @Override
  public boolean isScanned(int hour) {
    int ofDay = hour % HOURS_OF_DAY;
    return isSunday(hour) && ofDay >= SCAN_FROM && ofDay < SCAN_TO;
  }

  private static boolean isSunday(int hour) {
    return hour / HOURS_OF_DAY % DAYS_OF_WEEK == DAYS_OF_WEEK - 1;
  }

  @Override
  public void play(int hour, IntConsumer read) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + hour);
    double sun = Math.sin(2 * Math.PI * hour / HOURS_OF_DAY);
    double week = hour / HOURS_OF_DAY % DAYS_OF_WEEK < DAYS_OF_WEEK - 2 ? 1 : WEEKEND;
    int reads = (int) (READS_AN_HOUR * week * (1 + DAY_AND_NIGHT * sun));
    int perHour = (FILES + SCAN_TO - SCAN_FROM - 1) / (SCAN_TO - SCAN_FROM);
    int scanned = isScanned(hour) ? (hour % HOURS_OF_DAY - SCAN_FROM) * perHour : FILES;
    int scanEnd = Math.min(FILES, scanned + perHour);
    int[] today = ranks[hour / HOURS_OF_DAY];
    for (int i = 0; i < reads; i++) {
      read.accept(drawn(hour, today, random));
      // the backup's reads are spread over the hour
      long due = (long) perHour * (i + 1) / reads;
      while (scanned < scanEnd && scanned % perHour < due) {
        read.accept(scanned++);
      }
    }
    while (scanned < scanEnd) {
      read.accept(scanned++);
    }
  }

  private int drawn(int hour, int[] today, SplittableRandom random) {
    while (true) {
      int file = today[rank(random.nextDouble() * upTo[FILES - 1])];
      int when = active[file];
      boolean isActive =
          when < 0
              || (when < HOURS_OF_DAY
                  ? hour % HOURS_OF_DAY / SHIFT_HOURS == when / SHIFT_HOURS
                  : hour / HOURS_OF_DAY % DAYS_OF_WEEK == when - HOURS_OF_DAY);
      if (isActive) {
        return file;
      }
    }
  }

  private int rank(double point) {
    int low = 0;
    int high = FILES - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (upTo[middle] < point) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
