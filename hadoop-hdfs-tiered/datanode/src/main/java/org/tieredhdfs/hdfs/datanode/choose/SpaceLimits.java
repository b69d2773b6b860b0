package org.tieredhdfs.hdfs.datanode.choose;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import org.apache.hadoop.conf.Configuration;

/**
 * How figures of free space are kept.
 *
 * @param additionalBytes what a volume has to have free beyond the block
 * @param refreshNanos the age at which a figure is asked for anew, off the way of a write
 * @param maxAgeNanos the age beyond which a figure is not trusted
 * @param timeoutNanos how long a file system may take to answer
 */
record SpaceLimits(long additionalBytes, long refreshNanos, long maxAgeNanos, long timeoutNanos) {

  /** The limits in a configuration, which has been checked. */
  static SpaceLimits of(Configuration conf) {
    return new SpaceLimits(
        ChoosingKeys.ADDITIONAL_SPACE.getSizeBytes(conf),
        MILLISECONDS.toNanos(ChoosingKeys.SPACE_REFRESH.getDurationMs(conf)),
        MILLISECONDS.toNanos(ChoosingKeys.SPACE_MAX_AGE.getDurationMs(conf)),
        MILLISECONDS.toNanos(ChoosingKeys.SPACE_TIMEOUT.getDurationMs(conf)));
  }

  /** The defaults, for a policy that is used without being configured; nothing is kept free. */
  static SpaceLimits unconfigured() {
    SpaceLimits defaults = of(new Configuration(false));
    return new SpaceLimits(0, defaults.refreshNanos, defaults.maxAgeNanos, defaults.timeoutNanos);
  }
}
