package org.tieredhdfs.hdfs.write;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that checks the blocking calls on all channels of this process, four times a second
 * while there are any.
 *
 * <p>Thread-safe. A channel is watched from its opening to its closing, which its owner sees to.
 */
final class IoWatchdog implements Runnable {
  static final IoWatchdog SHARED = new IoWatchdog(IoWatchdog::daemon);

  private static final Logger LOG = LoggerFactory.getLogger(IoWatchdog.class);
  private static final long INTERVAL_MS = 250;

  private final Set<IoDeadline> watched = ConcurrentHashMap.newKeySet();
  private final ThreadFactory threads;
  private @Nullable Thread thread;

  IoWatchdog(ThreadFactory threads) {
    this.threads = threads;
  }

  private static Thread daemon(Runnable work) {
    Thread daemon = new Thread(work, "watchdog of blocking sockets");
    daemon.setDaemon(true);
    return daemon;
  }

  /**
   * Watches the calls of a channel.
   *
   * @throws Error if there is no thread for that; none of them is watched then
   */
  void watch(IoDeadline... deadlines) {
    boolean isWatched = false;
    try {
      watched.addAll(List.of(deadlines));
      requireThread();
      isWatched = true;
    } finally {
      if (!isWatched) {
        leave(deadlines);
      }
    }
  }

  private synchronized void requireThread() {
    if (thread == null) {
      Thread started = threads.newThread(this);
      started.start();
      // only now: else all later channels would rely on a thread that never ran
      thread = started;
    }
  }

  void leave(IoDeadline... deadlines) {
    for (IoDeadline deadline : deadlines) {
      watched.remove(deadline);
    }
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
        watched.forEach(IoWatchdog::look);
      } catch (InterruptedException e) {
        // ignored: open channels still need the watchdog
      } catch (RuntimeException | Error e) {
        tell(e);
      }
    }
  }

  /** The other channels are looked at whatever happens with this one. */
  private static void look(IoDeadline deadline) {
    try {
      deadline.look();
    } catch (RuntimeException | Error e) {
      tell(e);
    }
  }

  private static void tell(Throwable failure) {
    try {
      LOG.error("The watchdog of blocking sockets continues after an error", failure);
    } catch (RuntimeException | Error untold) {
      // such as for want of memory: to go on is worth more than to tell
    }
  }
}
