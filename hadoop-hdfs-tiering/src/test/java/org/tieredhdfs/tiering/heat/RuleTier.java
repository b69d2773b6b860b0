package org.tieredhdfs.tiering.heat;

import java.util.BitSet;
import java.util.concurrent.TimeUnit;

/**
 * A tier as a rule with {@code .fills} fills it: reads are counted as a DataNode does, and files
 * are chosen each quarter of an hour by {@link HotFiles}, by what was read until then.
 */
final class RuleTier implements FastTier {
  private static final long HOUR_MS = TimeUnit.HOURS.toMillis(1);
  private static final int ROUNDS_AN_HOUR = 4;
  private static final double HALF_LIFE_MS = 24 * HOUR_MS;

  private final ReadTrace trace;
  private final long capacityBytes;
  private final long budgetBytes;
  private final ReadTable table = new ReadTable(1 << 18, HALF_LIFE_MS, 0);
  private final BitSet held = new BitSet();
  private final long[] sinceMs;
  private long nowMs;
  private int readsOfHour;
  private int readsSoFar;
  private int rounds;
  private long movedBytes;

  /**
   * @param budgetBytes how much is brought in in an hour at most
   */
  RuleTier(ReadTrace trace, long capacityBytes, long budgetBytes) {
    this.trace = trace;
    this.capacityBytes = capacityBytes;
    this.budgetBytes = budgetBytes;
    sinceMs = new long[trace.files()];
  }

  @Override
  public void begin(int hour) {
    // how many there will be tells when a quarter of the hour is over
    readsOfHour = 0;
    trace.play(hour, file -> readsOfHour++);
    readsSoFar = 0;
    rounds = 0;
    nowMs = hour * HOUR_MS;
    choose();
  }

  private void choose() {
    double[] bytes = new double[trace.files()];
    table.forEach(nowMs, (block, read) -> bytes[(int) block - 1] += read);
    HotFiles files = new HotFiles(capacityBytes, capacityBytes);
    for (int file = 0; file < bytes.length; file++) {
      double reads = bytes[file] / trace.bytes(file);
      if (held.get(file)) {
        files.held(file, trace.bytes(file), reads, nowMs - sinceMs[file] >= HOUR_MS);
      } else {
        files.other(file, trace.bytes(file), reads);
      }
    }
    HotFiles.Choice choice =
        files.choose(Integer.MAX_VALUE, 2 * budgetBytes / ROUNDS_AN_HOUR, file -> true);
    choice.leaving().forEach(file -> held.clear(file.intValue()));
    for (long file : choice.coming()) {
      held.set((int) file);
      sinceMs[(int) file] = nowMs;
      movedBytes += trace.bytes((int) file);
    }
  }

  @Override
  public boolean read(int file) {
    if (readsSoFar * ROUNDS_AN_HOUR >= readsOfHour * (rounds + 1)) {
      rounds++;
      nowMs += HOUR_MS / ROUNDS_AN_HOUR;
      choose();
    }
    readsSoFar++;
    // from 1: no block has the number 0
    table.add(file + 1, trace.bytes(file), nowMs + HOUR_MS / ROUNDS_AN_HOUR / 2);
    return held.get(file);
  }

  /** What is held, as bits of the files' numbers. */
  BitSet held() {
    return (BitSet) held.clone();
  }

  @Override
  public long movedBytes() {
    return movedBytes;
  }
}
