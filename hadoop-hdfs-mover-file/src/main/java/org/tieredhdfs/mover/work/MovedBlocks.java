package org.tieredhdfs.mover.work;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The blocks being moved, each by one request. Another request for the same block waits, and plans
 * again after the move.
 *
 * <p>Two that move one block at a time get in each other's way: the second finds its target taken,
 * and by what it knows would move the replica somewhere else. Thread-safe.
 */
public final class MovedBlocks {
  /** No look at a file is used longer than that after it was taken. */
  private static final long KEPT_NS = TimeUnit.SECONDS.toNanos(60);

  private final Map<Long, Object> holders = new HashMap<>();

  /** When blocks were moved last, in the order of that. */
  private final Map<Long, Long> endedNs = new LinkedHashMap<>();

  /**
   * Claims a block, or keeps the claim.
   *
   * @param lookedNs when the NameNode was asked where it lies, by {@link System#nanoTime}
   * @return false if another has it, or had it since
   */
  synchronized boolean claim(long blockId, Object by, long lookedNs) {
    Object holder = holders.get(blockId);
    if (holder != null) {
      return holder == by;
    }
    Long ended = endedNs.get(blockId);
    if (ended != null && ended - lookedNs >= 0) {
      return false;
    }
    holders.put(blockId, by);
    return true;
  }

  /** Releases a block, if it is the holder. */
  synchronized void release(long blockId, Object by, long nowNs) {
    if (holders.remove(blockId, by)) {
      endedNs.remove(blockId);
      endedNs.put(blockId, nowNs);
      Iterator<Long> first = endedNs.values().iterator();
      while (nowNs - first.next() > KEPT_NS) {
        first.remove();
      }
    }
  }

  synchronized int size() {
    return holders.size();
  }
}
