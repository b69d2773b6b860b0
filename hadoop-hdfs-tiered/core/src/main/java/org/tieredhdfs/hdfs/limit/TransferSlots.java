package org.tieredhdfs.hdfs.limit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Counts the transfers in progress on the volumes of one storage type, and bounds them.
 *
 * <p>Those over the bound wait in the order of their arrival, each for a limited time. There are
 * never more of them than the DataNode has transfer threads. Thread-safe; the lock guards nothing
 * but the counts.
 */
final class TransferSlots {
  /** How soon a waiting one notices another bound. */
  private static final long SLICE_MS = 100;

  private final Deque<Object> waiting = new ArrayDeque<>();
  private int inProgress;
  private long refused;

  /**
   * Begins a transfer if the bound allows it in time.
   *
   * @param bound how many there may be; 0 for any number
   * @return whether it was begun, and has to be ended
   */
  synchronized boolean tryBegin(LongSupplier bound, long waitMs) throws InterruptedException {
    if (waiting.isEmpty() && isFree(bound)) {
      inProgress++;
      return true;
    }
    Object self = new Object();
    waiting.add(self);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMs);
    try {
      while (waiting.peek() != self || !isFree(bound)) {
        long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (leftMs <= 0) {
          refused++;
          return false;
        }
        wait(Math.min(leftMs, SLICE_MS));
      }
      inProgress++;
      return true;
    } finally {
      waiting.remove(self);
      notifyAll();
    }
  }

  private boolean isFree(LongSupplier bound) {
    long most = bound.getAsLong();
    return most <= 0 || inProgress < most;
  }

  /** Begins a transfer, whatever the bound is. */
  synchronized void begin() {
    inProgress++;
  }

  /** Ends a transfer that was begun. */
  synchronized void end() {
    inProgress--;
    notifyAll();
  }

  synchronized int inProgress() {
    return inProgress;
  }

  synchronized int waiting() {
    return waiting.size();
  }

  /** How many were refused since the process started. */
  synchronized long refused() {
    return refused;
  }
}
