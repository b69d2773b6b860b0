package org.tieredhdfs.bench.rows;

import java.util.function.BooleanSupplier;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * Tells a case that failed from one that this process interrupts by its own end, when it takes down
 * the clients and daemons of the case. Thread-safe.
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
   * Returns if the case has failed by itself.
   *
   * @throws InterruptedException if this process is about to end; the case then counts as not
   *     measured yet
   */
  public void throwIfEnding(Exception failure) throws InterruptedException {
    if (isEnding.getAsBoolean()) {
      InterruptedException interrupted = new InterruptedException("interrupted; see --resume");
      interrupted.initCause(failure);
      throw interrupted;
    }
  }
}
