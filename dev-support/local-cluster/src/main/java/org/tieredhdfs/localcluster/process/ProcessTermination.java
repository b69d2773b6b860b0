package org.tieredhdfs.localcluster.process;

import java.util.concurrent.TimeUnit;

/** The end of a process that we started: asked for first, by force if it does not go by itself. */
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
