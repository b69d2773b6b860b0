package org.tieredhdfs.localcluster.process;

import java.util.concurrent.TimeUnit;

/** Ends a process: first with a request, then by force. */
public final class ProcessTermination {
  private ProcessTermination() {}

  /**
   * Ends it; when the calling thread is interrupted, at once by force.
   *
   * @param limitSec how long it may take to go by itself
   */
  public static void of(Process process, long limitSec) {
    process.destroy();
    try {
      if (!process.waitFor(limitSec, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
