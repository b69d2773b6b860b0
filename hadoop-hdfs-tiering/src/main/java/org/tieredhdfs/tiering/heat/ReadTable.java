package org.tieredhdfs.tiering.heat;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How many bytes were read of the blocks that are read most, old reads counting less and less.
 *
 * <p>Two counts a block: one halves after the half-life, the other, for what is read just now,
 * after {@value #RECENT} of that. Instead of all counts becoming smaller with time, what is added
 * becomes larger (forward decay: Cormode et al., ICDE 2009). Blocks of the same hash share a set of
 * eight places. A block without a place takes that of the least in its set with a probability that
 * grows with what is read of it: who reads everything once displaces little (d-way RAP: Ben Basat
 * et al., INFOCOM 2017).
 *
 * <p>{@value #BYTES_A_PLACE} bytes for each place, all taken at the begin. Thread-safe: adding
 * takes no lock and makes no object. Two threads that find a place for the same block at once may
 * take two; both are shown.
 */
final class ReadTable {
  /** The heap that a place takes: block, two counts, and what another block left of the first. */
  static final int BYTES_A_PLACE = 32;

  /** How many times faster reads of just now are forgotten. */
  static final int RECENT = 24;

  /** What reads of just now count for, the rest is for those of the half-life. */
  private static final double RECENT_SHARE = 0.9;

  private static final int WAYS = 8;
  private static final long FREE = 0;
  private static final int TRIES = 3;

  /** Numbers that double so often are far from the largest one. */
  private static final double MOST_DOUBLINGS = 500;

  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private final double halfLifeMs;
  private final long beginMs;
  private final int sets;
  private final AtomicLongArray blocks;
  private final AtomicLongArray counts;
  private final AtomicLongArray recent;
  private final AtomicLongArray inherited;

  /**
   * @param places for so many blocks; rounded up to a power of two, at least eight
   * @param beginMs the present on the clock by which is added, which never goes back
   */
  ReadTable(int places, double halfLifeMs, long beginMs) {
    this.halfLifeMs = halfLifeMs;
    this.beginMs = beginMs;
    int all = Math.max(WAYS, Integer.highestOneBit(Math.max(1, places - 1)) << 1);
    sets = all / WAYS;
    blocks = new AtomicLongArray(all);
    counts = new AtomicLongArray(all);
    recent = new AtomicLongArray(all);
    inherited = new AtomicLongArray(all);
  }

  /** What is seen of one place. */
  @FunctionalInterface
  interface Visitor {
    /**
     * @param bytes that are read of the block in a time of {@link #RECENT} of the half-life, as far
     *     as they are surely its own
     */
    void visit(long block, double bytes);
  }

  /** Adds bytes that were read of a block; nothing if there are none. */
  void add(long block, long bytes, long nowMs) {
    if (bytes <= 0 || block == FREE) {
      return;
    }
    double halfLives = halfLives(nowMs);
    double amount = bytes * Math.pow(2, halfLives);
    double recentAmount = bytes * Math.pow(2, halfLives * RECENT);
    int first = (int) (((block * GOLDEN) >>> Integer.SIZE) % sets) * WAYS;
    int tries = 0;
    // where others take the places of this set all the time a read is not seen
    while (tries < TRIES && !isAdded(block, amount, recentAmount, first)) {
      tries++;
    }
  }

  private boolean isAdded(long block, double amount, double recentAmount, int first) {
    int least = first;
    double leastCount = Double.MAX_VALUE;
    long leastBlock = FREE;
    for (int place = first; place < first + WAYS; place++) {
      long there = blocks.get(place);
      if (there == FREE) {
        there = blocks.compareAndSet(place, FREE, block) ? block : blocks.get(place);
      }
      if (there == block) {
        increase(counts, place, amount);
        increase(recent, place, recentAmount);
        return true;
      }
      double count = number(counts, place);
      if (count < leastCount) {
        least = place;
        leastCount = count;
        leastBlock = there;
      }
    }
    if (ThreadLocalRandom.current().nextDouble() * (leastCount + amount) >= amount) {
      return true;
    }
    if (!blocks.compareAndSet(least, leastBlock, block)) {
      return false;
    }
    recent.set(least, 0);
    inherited.set(least, Double.doubleToRawLongBits(leastCount));
    increase(counts, least, amount);
    increase(recent, least, recentAmount);
    return true;
  }

  private static void increase(AtomicLongArray numbers, int place, double amount) {
    long was;
    long is;
    do {
      was = numbers.get(place);
      is = Double.doubleToRawLongBits(Double.longBitsToDouble(was) + amount);
    } while (!numbers.compareAndSet(place, was, is));
  }

  private static double number(AtomicLongArray numbers, int place) {
    return Double.longBitsToDouble(numbers.get(place));
  }

  private double halfLives(long nowMs) {
    return Math.max(0, nowMs - beginMs) / halfLifeMs;
  }

  /** Shows the blocks that have a place. */
  void forEach(long nowMs, Visitor visitor) {
    double halfLives = halfLives(nowMs);
    double ofAll = (1 - RECENT_SHARE) / RECENT / Math.pow(2, halfLives);
    double ofRecent = RECENT_SHARE / Math.pow(2, halfLives * RECENT);
    for (int place = 0; place < blocks.length(); place++) {
      long block = blocks.get(place);
      double own = Math.max(0, number(counts, place) - number(inherited, place));
      double bytes = own * ofAll + number(recent, place) * ofRecent;
      if (block != FREE && bytes >= 1) {
        visitor.visit(block, bytes);
      }
    }
  }

  /** Bytes, as they are shown, that a block without a place hardly exceeds; 0 with free places. */
  double leastBytes(long nowMs) {
    double most = 0;
    for (int first = 0; first < blocks.length(); first += WAYS) {
      double least = Double.MAX_VALUE;
      for (int place = first; place < first + WAYS; place++) {
        least = Math.min(least, blocks.get(place) == FREE ? 0 : number(counts, place));
      }
      most = Math.max(most, least);
    }
    return most / RECENT / Math.pow(2, halfLives(nowMs));
  }

  /** Of how many blocks it counts reads at most. */
  int places() {
    return blocks.length();
  }

  /** Whether it must be replaced by {@link #renewed}, as numbers become too large. */
  boolean isOld(long nowMs) {
    return halfLives(nowMs) * RECENT > MOST_DOUBLINGS;
  }

  /** One that begins now with what this one knows; what is added to this one meanwhile is lost. */
  ReadTable renewed(long nowMs) {
    ReadTable fresh = new ReadTable(blocks.length(), halfLifeMs, nowMs);
    double halfLives = halfLives(nowMs);
    for (int place = 0; place < blocks.length(); place++) {
      fresh.blocks.set(place, blocks.get(place));
      fresh.counts.set(place, scaled(counts, place, halfLives));
      fresh.inherited.set(place, scaled(inherited, place, halfLives));
      fresh.recent.set(place, scaled(recent, place, halfLives * RECENT));
    }
    return fresh;
  }

  private static long scaled(AtomicLongArray numbers, int place, double doublings) {
    return Double.doubleToRawLongBits(number(numbers, place) / Math.pow(2, doublings));
  }
}
