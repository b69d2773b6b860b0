package org.tieredhdfs.bench.rows;

import java.util.function.BooleanSupplier;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * Tells a case that failed from one that the end of this process ended: its clients and daemons are
 * taken down while it is measured. Thread-safe.
 */
public final class ProcessEnd {
  private final BooleanSupplier isEnding;

  public ProcessEnd() {
    this(ShutdownHookManager.get()::isShutdownInProgress);
  }

  /**
   * @param isEnding whether this process is about to end
   */
  ProcessEnd(BooleanSupplier isEnding) {
    this.isEnding = isEnding;
  }

  /**
   * Returns if a failure counts as one.
   *
   * @throws InterruptedException if this process is about to end; what was measured counts as not
   *     measured yet
   */
  public void requireNone(Exception failure) throws InterruptedException {
    if (isEnding.getAsBoolean()) {
      InterruptedException interrupted = new InterruptedException("interrupted; see --resume");
      interrupted.initCause(failure);
      throw interrupted;
    }
  }
}
