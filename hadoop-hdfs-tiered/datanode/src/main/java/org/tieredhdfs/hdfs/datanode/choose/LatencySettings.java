package org.tieredhdfs.hdfs.datanode.choose;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import org.apache.hadoop.conf.Configuration;

/**
 * The constants of {@link LatencyAwareVolumeChoosingPolicy}; {@link ChoosingKeys} says what each
 * does.
 */
record LatencySettings(
    double halfLifeSec,
    double tolerance,
    double dropFactor,
    double recoverFactor,
    long probeIntervalNanos,
    double spaceWeight,
    long openLimitNanos) {

  static LatencySettings of(Configuration conf) {
    return new LatencySettings(
        ChoosingKeys.HALF_LIFE.getDurationMs(conf) / 1e3,
        ChoosingKeys.TOLERANCE.getDouble(conf),
        ChoosingKeys.DROP_FACTOR.getDouble(conf),
        ChoosingKeys.RECOVER_FACTOR.getDouble(conf),
        MILLISECONDS.toNanos(ChoosingKeys.PROBE_INTERVAL.getDurationMs(conf)),
        ChoosingKeys.SPACE_WEIGHT.getDouble(conf),
        MILLISECONDS.toNanos(ChoosingKeys.OPEN_LIMIT.getDurationMs(conf)));
  }
}
