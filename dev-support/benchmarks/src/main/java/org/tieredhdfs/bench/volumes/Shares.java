package org.tieredhdfs.bench.volumes;

import java.util.Comparator;
import java.util.List;

/** How many of the blocks written each volume got, in all and as time went on. Immutable. */
final class Shares {
  private static final long WINDOW_MS = 5_000;
  private static final long STEP_MS = 250;
  private static final double LOST = 0.5;
  private static final double REGAINED = 0.75;

  private final List<BlockWrite> writes;

  /**
   * One block that was written.
   *
   * @param startMs when its volume was chosen, from the start of the run
   * @param endMs when it was closed
   * @param volume the index of the volume on which it lies
   */
  record BlockWrite(long startMs, long endMs, int volume) {}

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
   * How long after {@code eventMs} the five seconds began in which a volume got no more than half
   * of the share it had had; the whole time up to {@code endMs} if there are none.
   */
  double lossSec(int volume, double formerShare, long eventMs, long endMs) {
    return firstSec(eventMs, endMs, atMs -> following(volume, atMs) <= LOST * formerShare);
  }

  /** The same for the five seconds in which it got three quarters of it again. */
  double regainSec(int volume, double formerShare, long eventMs, long endMs) {
    return firstSec(eventMs, endMs, atMs -> following(volume, atMs) >= REGAINED * formerShare);
  }

  private double following(int volume, long atMs) {
    return share(volume, atMs, atMs + WINDOW_MS);
  }

  private interface Moment {
    boolean isReached(long atMs);
  }

  private static double firstSec(long eventMs, long endMs, Moment moment) {
    for (long atMs = eventMs; atMs + WINDOW_MS <= endMs; atMs += STEP_MS) {
      if (moment.isReached(atMs)) {
        return (atMs - eventMs) / 1_000.0;
      }
    }
    return (endMs - eventMs) / 1_000.0;
  }
}
