package org.tieredhdfs.ycsb.binding;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The exit code of a run in which something failed that YCSB does not let show: its client ends
 * with 0 when no thread could start and when the writes of a last flush were lost.
 */
final class FailureExit {

  static final int EXIT_CODE = 3;

  private static final AtomicBoolean ARMED = new AtomicBoolean();

  private FailureExit() {}

  /** Makes this process, whenever it ends, end with {@link #EXIT_CODE}. */
  static void arm() {
    if (!ARMED.compareAndSet(false, true)) {
      return;
    }
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(FailureExit::end, "failure-exit"));
    } catch (IllegalStateException e) {
      // the process is already ending, and its exit code is fixed
      System.err.println("Too late to set the exit code: " + e.getMessage());
    }
  }

  private static void end() {
    System.out.flush();
    System.err.flush();
    Runtime.getRuntime().halt(EXIT_CODE);
  }
}
