package org.tieredhdfs.mover.work;

import java.util.concurrent.TimeUnit;

/**
 * The delay until the next query about a file: short after a change, then growing. Used by one
 * thread at a time.
 */
final class LookDelay {
  private static final long SHORTEST_NS = TimeUnit.MILLISECONDS.toNanos(3);
  private static final long LONGEST_NS = TimeUnit.MILLISECONDS.toNanos(500);

  /** An old replica goes with a heartbeat, some seconds after the new one came. */
  private static final long SHORTEST_FOR_REMOVAL_NS = TimeUnit.MILLISECONDS.toNanos(250);

  private static final long LONGEST_FOR_REMOVAL_NS = TimeUnit.SECONDS.toNanos(1);
  private static final double GROWTH = 1.6;

  private long delayNs = SHORTEST_NS;

  /**
   * The delay from now on.
   *
   * @param isProgress whether a replica has found its place, or a transfer has ended, of which the
   *     NameNode will hear in a moment
   * @param isForRemoval whether nothing but the removal of old replicas is waited for
   */
  long nextNs(boolean isProgress, boolean isForRemoval) {
    if (isProgress) {
      delayNs = SHORTEST_NS;
    }
    if (isForRemoval) {
      delayNs = Math.max(delayNs, SHORTEST_FOR_REMOVAL_NS);
    }
    long nextNs = delayNs;
    long longestNs = isForRemoval ? LONGEST_FOR_REMOVAL_NS : LONGEST_NS;
    delayNs = Math.min(longestNs, (long) (delayNs * GROWTH));
    return nextNs;
  }
}
