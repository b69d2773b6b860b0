package org.tieredhdfs.hdfs.datanode;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A thread that looks for threads that wait for each other. */
final class DeadlockWatch implements AutoCloseable {
  private static final long INTERVAL_MS = 250;

  private final Thread thread = new Thread(this::watch, "deadlock watch");
  private volatile @Nullable String found;
  private volatile boolean closed;

  DeadlockWatch() {
    thread.setDaemon(true);
    thread.start();
  }

  private void watch() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    while (!closed && found == null) {
      long[] deadlocked = threads.findDeadlockedThreads();
      if (deadlocked != null) {
        found =
            Arrays.stream(threads.getThreadInfo(deadlocked, true, true))
                .map(ThreadInfo::toString)
                .collect(Collectors.joining());
      }
      try {
        Thread.sleep(INTERVAL_MS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** The stacks of deadlocked threads; null if there never were any. */
  @Nullable String found() {
    return found;
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
