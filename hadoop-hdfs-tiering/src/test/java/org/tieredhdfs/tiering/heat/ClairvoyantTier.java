package org.tieredhdfs.tiering.heat;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;

/**
 * Knows the reads of the next period, and exchanges at its begin what is worth less for what is
 * worth more, by reads for a byte, as far as a number of bytes goes.
 */
final class ClairvoyantTier implements FastTier {
  private final ReadTrace trace;
  private final long capacityBytes;
  private final int periodHours;
  private final long budgetBytes;
  private final BitSet held = new BitSet();
  private final Integer[] byWorth;
  private long heldBytes;
  private long movedBytes;

  /**
   * @param budgetBytes how much is brought in in a period at most
   */
  ClairvoyantTier(ReadTrace trace, long capacityBytes, int periodHours, long budgetBytes) {
    this.trace = trace;
    this.capacityBytes = capacityBytes;
    this.periodHours = periodHours;
    this.budgetBytes = budgetBytes;
    byWorth = new Integer[trace.files()];
    Arrays.setAll(byWorth, file -> file);
  }

  @Override
  public void begin(int hour) {
    if (hour % periodHours != 0) {
      return;
    }
    int[] reads = new int[trace.files()];
    for (int next = hour; next < Math.min(hour + periodHours, trace.hours()); next++) {
      trace.play(next, file -> reads[file]++);
    }
    double[] worth = new double[reads.length];
    Arrays.setAll(worth, file -> (double) reads[file] / trace.bytes(file));
    Arrays.sort(byWorth, Comparator.comparingDouble(file -> -worth[file]));
    exchange(worth);
  }

  private void exchange(double[] worth) {
    long budget = budgetBytes;
    int last = byWorth.length - 1;
    for (int file : byWorth) {
      if (worth[file] == 0) {
        return;
      }
      if (held.get(file)) {
        continue;
      }
      if (trace.bytes(file) > budget) {
        return;
      }
      while (last >= 0
          && heldBytes + trace.bytes(file) > capacityBytes
          && worth[byWorth[last]] < worth[file]) {
        if (held.get(byWorth[last])) {
          held.clear(byWorth[last]);
          heldBytes -= trace.bytes(byWorth[last]);
        }
        last--;
      }
      if (heldBytes + trace.bytes(file) <= capacityBytes) {
        held.set(file);
        heldBytes += trace.bytes(file);
        movedBytes += trace.bytes(file);
        budget -= trace.bytes(file);
      }
    }
  }

  @Override
  public boolean read(int file) {
    return held.get(file);
  }

  @Override
  public long movedBytes() {
    return movedBytes;
  }
}
