package org.tieredhdfs.mover.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.ShutdownHookManager;
import org.jspecify.annotations.Nullable;

/**
 * Handles an interrupt (Ctrl-C): the current work is cancelled, running transfers finish, the
 * summary is printed, and the exit code shows it.
 */
final class Interruption {
  private static final long PATIENCE_MS = 60_000;

  private final CountDownLatch summaryPrinted = new CountDownLatch(1);
  private @Nullable Runnable ending;
  private boolean isInterrupted;

  /** Has the process end this way from now on. */
  void install() {
    // must run before Hadoop's shutdown hook that closes all file systems
    ShutdownHookManager.get()
        .addShutdownHook(
            this::atEnd,
            FileSystem.SHUTDOWN_HOOK_PRIORITY + 1,
            2 * PATIENCE_MS,
            TimeUnit.MILLISECONDS);
  }

  private void atEnd() {
    if (summaryPrinted.getCount() == 0) {
      return;
    }
    interrupt();
    try {
      if (!summaryPrinted.await(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    Runtime.getRuntime().halt(Exit.INTERRUPTED.code());
  }

  synchronized void interrupt() {
    isInterrupted = true;
    if (ending != null) {
      ending.run();
    }
  }

  synchronized boolean isInterrupted() {
    return isInterrupted;
  }

  /**
   * Sets the action that cancels the current work; it runs immediately if an interrupt came before.
   */
  synchronized void whenInterrupted(Runnable action) {
    ending = action;
    if (isInterrupted) {
      action.run();
    }
  }

  /** The output is complete: the process may end. */
  void done() {
    summaryPrinted.countDown();
  }
}
