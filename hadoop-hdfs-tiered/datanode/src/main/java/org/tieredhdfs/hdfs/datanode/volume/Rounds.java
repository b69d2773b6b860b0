package org.tieredhdfs.hdfs.datanode.volume;

import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that a thread does again and again, and goes on with after a failure of any kind.
 *
 * <p>A DataNode survives some errors, such as that no thread can be started for a client. Its
 * watchdogs have to survive them, too: nothing would tell that they are gone.
 */
public final class Rounds {
  private static final Logger LOG = LoggerFactory.getLogger(Rounds.class);

  /** So that work that always fails fills no log. */
  private static final long PAUSE_AFTER_FAILURE_MS = 1_000;

  private Rounds() {}

  /** One round, which includes the pause before or after it. */
  @FunctionalInterface
  public interface Round {
    void run() throws InterruptedException;
  }

  /**
   * Does the work in this thread until it is over or the thread is interrupted. The thread is still
   * interrupted then.
   */
  public static void run(String name, BooleanSupplier isOver, Round round) {
    try {
      while (!isOver.getAsBoolean()) {
        try {
          round.run();
        } catch (RuntimeException | Error e) {
          tell(name, e);
          Thread.sleep(PAUSE_AFTER_FAILURE_MS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void tell(String name, Throwable failure) {
    try {
      LOG.error("The {} continues after an error", name, failure);
    } catch (RuntimeException | Error untold) {
      // such as for want of memory: to go on is worth more than to tell
    }
  }
}
