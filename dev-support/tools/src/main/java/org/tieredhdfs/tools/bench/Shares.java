package org.tieredhdfs.tools.bench;

import java.util.Comparator;
import java.util.List;

/** How many of the blocks written each volume got, in all and as time went on. Immutable. */
final class Shares {
  private static final long WINDOW_MS = 5_000;
  private static final long STEP_MS = 250;
  private static final double LOST = 0.5;
  private static final double REGAINED = 0.75;

  private final List<BlockWrite> writes;

  Shares(List<BlockWrite> writes) {
    this.writes = writes.stream().sorted(Comparator.comparingLong(BlockWrite::startMs)).toList();
  }

  /** Blocks closed from {@code fromMs} on and before {@code toMs}. */
  long closed(long fromMs, long toMs) {
    return writes.stream().filter(w -> w.endMs() >= fromMs && w.endMs() < toMs).count();
  }

  /** The part of the blocks begun in a stretch of time that a volume got, 0 if there were none. */
  double share(int volume, long fromMs, long toMs) {
    long all = 0;
    long own = 0;
    for (BlockWrite write : writes) {
      if (write.startMs() >= fromMs && write.startMs() < toMs) {
        all++;
        own += write.volume() == volume ? 1 : 0;
      }
    }
    return all == 0 ? 0 : (double) own / all;
  }

  /**
   * How long after {@code eventMs} a volume's share of the five seconds before fell to half of what
   * it was; the whole time up to {@code endMs} if it never did.
   */
  double lossSec(int volume, double formerShare, long eventMs, long endMs) {
    return untilSec(eventMs, endMs, atMs -> recent(volume, eventMs, atMs) <= LOST * formerShare);
  }

  /** The same until it is back at three quarters of what it was. */
  double regainSec(int volume, double formerShare, long eventMs, long endMs) {
    return untilSec(
        eventMs, endMs, atMs -> recent(volume, eventMs, atMs) >= REGAINED * formerShare);
  }

  private double recent(int volume, long eventMs, long atMs) {
    return share(volume, Math.max(eventMs, atMs - WINDOW_MS), atMs);
  }

  private interface Moment {
    boolean isReached(long atMs);
  }

  /** A verdict needs some blocks: none before a second has gone by. */
  private static double untilSec(long eventMs, long endMs, Moment moment) {
    for (long atMs = eventMs + 1_000; atMs <= endMs; atMs += STEP_MS) {
      if (moment.isReached(atMs)) {
        return (atMs - eventMs) / 1_000.0;
      }
    }
    return (endMs - eventMs) / 1_000.0;
  }
}
