package org.tieredhdfs.hdfs.receive;

import org.apache.hadoop.util.Daemon;

/**
 * A DataNode's thread for a connection, on which interruptions can be put off while it writes to a
 * file.
 *
 * <p>A channel of a file is closed when the thread that uses it is interrupted, and who interrupts
 * it waits for the device. The streams that stock writes with know neither. Thread-safe.
 */
public final class XceiverThread extends Daemon {
  private final Object lock = new Object();
  private boolean isHeld;
  private boolean isPending;

  public XceiverThread(ThreadGroup group, Runnable xceiver) {
    super(group, xceiver);
  }

  /** Takes note while interruptions are put off, and interrupts otherwise. */
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
   * Puts off what interrupts the current thread until {@link #release}.
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

  /** Lets through what was put off. */
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
