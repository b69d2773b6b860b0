package org.tieredhdfs.mover.service.request;

import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.mover.transfer.Backoff;

/**
 * When files that could not be moved are retried.
 *
 * @param giveUpAfterMs how long what fails is tried
 * @param openFileDelayMs how long without an event until an open file is checked
 */
public record RetrySettings(Backoff backoff, long giveUpAfterMs, long openFileDelayMs) {

  public static RetrySettings of(Configuration conf) {
    return new RetrySettings(
        new Backoff(
            MoverKeys.SERVICE_RETRY_DELAY.getDurationMs(conf),
            MoverKeys.SERVICE_RETRY_MAX_DELAY.getDurationMs(conf)),
        MoverKeys.SERVICE_RETRY_FOR.getDurationMs(conf),
        MoverKeys.SERVICE_OPEN_FILE_DELAY.getDurationMs(conf));
  }

  /** The wait after a number of failures in a row. */
  public long delayMs(int failures) {
    return backoff.afterFailuresMs(failures);
  }
}
