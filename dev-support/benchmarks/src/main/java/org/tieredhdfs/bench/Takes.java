package org.tieredhdfs.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides how often one case is measured: again while the host of a virtual machine gave too much
 * of the processors' time to others, and not more often than a limit; the take that counts is the
 * one that least was stolen from.
 *
 * <p>What was measured has no say in it. Used by one thread.
 *
 * @param <T> a take
 */
public final class Takes<T> {
  static final int MAX_TAKES = 3;

  /** From this value on, the tails say more about the host than about the system measured. */
  static final double MAX_STOLEN_PERCENT = 3;

  private final List<T> all = new ArrayList<>();
  private double leastStolenPercent;
  private int best;

  /**
   * Whether it is to be measured once more.
   *
   * @param again whether that is done at all
   */
  public boolean wantsAnother(boolean again) {
    return all.isEmpty()
        || (again && leastStolenPercent > MAX_STOLEN_PERCENT && all.size() < MAX_TAKES);
  }

  public void add(T take, double stolenPercent) {
    if (all.isEmpty() || stolenPercent < leastStolenPercent) {
      best = all.size();
      leastStolenPercent = stolenPercent;
    }
    all.add(take);
  }

  /**
   * The take that counts.
   *
   * @throws IndexOutOfBoundsException if there is none
   */
  public T best() {
    return all.get(best);
  }

  public List<T> all() {
    return List.copyOf(all);
  }

  /** All but the one that counts. */
  public List<T> leftOut() {
    List<T> others = new ArrayList<>(all);
    others.remove(best);
    return others;
  }

  /** What was stolen from the one that counts. */
  public double stolenPercent() {
    return leastStolenPercent;
  }

  /** How many there are. */
  public int count() {
    return all.size();
  }
}
