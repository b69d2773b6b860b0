package org.tieredhdfs.media.device;

/** Waits for threads that end soon, whatever interrupts the wait. */
public final class ThreadEnd {
  private ThreadEnd() {}

  /** Returns when {@code thread} has ended; an interrupt is kept for the caller. */
  public static void await(Thread thread) {
    boolean isInterrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
