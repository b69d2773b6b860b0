package org.tieredhdfs.hdfs.write;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The thread that checks the blocking calls on all channels of this process, four times a second
 * while there are any.
 *
 * <p>Thread-safe. A channel is watched from its opening to its closing, which its owner sees to.
 */
final class IoWatchdog implements Runnable {
  static final IoWatchdog SHARED = new IoWatchdog();

  private static final long INTERVAL_MS = 250;

  private final Set<IoDeadline> watched = ConcurrentHashMap.newKeySet();
  private @Nullable Thread thread;

  void watch(IoDeadline deadline) {
    watched.add(deadline);
    synchronized (this) {
      if (thread == null) {
        thread = new Thread(this, "watchdog of blocking sockets");
        thread.setDaemon(true);
        thread.start();
      }
    }
  }

  void leave(IoDeadline deadline) {
    watched.remove(deadline);
  }

  int watched() {
    return watched.size();
  }

  /** Whether nothing is left to look at; the next to be watched starts another thread. */
  private synchronized boolean isOver() {
    if (watched.isEmpty()) {
      thread = null;
      return true;
    }
    return false;
  }

  @Override
  public void run() {
    while (!isOver()) {
      try {
        Thread.sleep(INTERVAL_MS);
      } catch (InterruptedException e) {
        // ignored: open channels still need the watchdog
      }
      watched.forEach(IoDeadline::look);
    }
  }
}
