package org.tieredhdfs.hdfs.receive;

import org.apache.hadoop.util.Daemon;

/**
 * A DataNode's connection thread that can defer interrupts while it writes to a file.
 *
 * <p>An interrupt closes the file channel that the thread uses, and the interrupting thread then
 * waits for the device. The streams that stock writes with know neither. Thread-safe.
 */
public final class XceiverThread extends Daemon {
  private final Object lock = new Object();
  private boolean isHeld;
  private boolean isPending;

  public XceiverThread(ThreadGroup group, Runnable xceiver) {
    super(group, xceiver);
  }

  /** Records the interrupt while interrupts are deferred, and interrupts otherwise. */
  @Override
  public void interrupt() {
    synchronized (lock) {
      if (isHeld) {
        isPending = true;
      } else {
        super.interrupt();
      }
    }
  }

  /**
   * Defers interrupts of the current thread until {@link #release}.
   *
   * @return whether that is possible on this thread
   */
  public static boolean hold() {
    if (!(Thread.currentThread() instanceof XceiverThread current)) {
      return false;
    }
    synchronized (current.lock) {
      current.isPending |= Thread.interrupted();
      current.isHeld = true;
    }
    return true;
  }

  /** Delivers a deferred interrupt. */
  public static void release() {
    if (Thread.currentThread() instanceof XceiverThread current) {
      synchronized (current.lock) {
        current.isHeld = false;
        if (current.isPending) {
          current.isPending = false;
          current.interrupt();
        }
      }
    }
  }
}
