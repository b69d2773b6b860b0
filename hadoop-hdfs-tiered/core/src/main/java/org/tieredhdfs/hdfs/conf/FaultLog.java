package org.tieredhdfs.hdfs.conf;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;

/**
 * Logs the faults of a configuration once, however often it is read.
 *
 * <p>Thread-safe.
 */
public final class FaultLog {
  private final Logger logger;
  private final String consequence;
  private final AtomicBoolean given = new AtomicBoolean();

  /**
   * @param consequence what the faults lead to: {@code "storage policies left out"}
   */
  public FaultLog(Logger logger, String consequence) {
    this.logger = logger;
    this.consequence = consequence;
  }

  /** Logs the faults if there are any and none were logged before. */
  public void warn(List<String> faults) {
    if (!faults.isEmpty() && given.compareAndSet(false, true)) {
      logger.warn("{}: {}", consequence, String.join("; ", faults));
    }
  }
}
