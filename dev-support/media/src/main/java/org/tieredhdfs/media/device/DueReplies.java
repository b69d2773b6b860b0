package org.tieredhdfs.media.device;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Replies that are sent when their time has come, by one thread.
 *
 * <p>Holds as many as the device has requests, which the kernel bounds. Thread-safe.
 */
final class DueReplies implements AutoCloseable {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final PriorityQueue<Due> waiting = new PriorityQueue<>(Comparator.comparing(Due::dueNs));
  private final Thread sender;
  private boolean isClosed;

  private record Due(DeviceIo io, int errno, long dueNs) {}

  DueReplies(String name, ThreadFactory threads) {
    sender = threads.newThread(this::run);
    sender.setName("replies of " + name);
    sender.start();
  }

  /**
   * Has {@code io} answered at {@code dueNs} of {@link System#nanoTime}, or at once if that is
   * past.
   */
  void add(DeviceIo io, int errno, long dueNs) {
    lock.lock();
    try {
      waiting.add(new Due(io, errno, dueNs));
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    try {
      for (Due due = next(); due != null; due = next()) {
        due.io().reply(due.errno());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private @Nullable Due next() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (true) {
        Due first = waiting.peek();
        if (first == null) {
          if (isClosed) {
            return null;
          }
          changed.await();
          continue;
        }
        long leftNs = isClosed ? 0 : first.dueNs() - System.nanoTime();
        if (leftNs <= 0) {
          return waiting.poll();
        }
        changed.awaitNanos(leftNs);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Sends at once what is waiting, and ends. */
  @Override
  public void close() {
    lock.lock();
    try {
      isClosed = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
    ThreadEnd.await(sender);
  }
}
