package org.tieredhdfs.hdfs.placement;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many blocks were chosen in the last moment: some of them the NameNode has not yet allocated,
 * so that its own count of scheduled blocks lacks them.
 *
 * <p>Two windows, this one and the one before, in one number. Thread-safe without locks.
 */
final class RecentBlocks {
  /** A window is this long: {@code 2^7} ms. */
  private static final int WINDOW_SHIFT = 7;

  private static final int COUNT_BITS = 12;
  private static final long MAX_COUNT = (1L << COUNT_BITS) - 1;

  /** The number of the window, the count of the one before, the count of this one. */
  private final AtomicLong state = new AtomicLong();

  void add(long nowMs) {
    state.updateAndGet(
        old -> {
          long turned = turned(old, nowMs);
          return (turned & MAX_COUNT) == MAX_COUNT ? turned : turned + 1;
        });
  }

  int count(long nowMs) {
    long now = turned(state.get(), nowMs);
    return (int) ((now & MAX_COUNT) + ((now >>> COUNT_BITS) & MAX_COUNT));
  }

  private static long turned(long old, long nowMs) {
    long window = nowMs >>> WINDOW_SHIFT;
    long passed = window - (old >>> (2 * COUNT_BITS));
    if (passed == 0) {
      return old;
    }
    long before = passed == 1 ? old & MAX_COUNT : 0;
    return (window << (2 * COUNT_BITS)) | (before << COUNT_BITS);
  }
}
