package org.tieredhdfs.hdfs.datanode.choose;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;

/**
 * The constants of {@link LatencyAwareVolumeChoosingPolicy}; {@link ChoosingKeys} says what each
 * does.
 *
 * @param profilingPercent how many of its file operations a stock DataNode times; 0 for none
 */
record LatencySettings(
    double halfLifeSec,
    double tolerance,
    double dropFactor,
    double recoverFactor,
    long probeIntervalNanos,
    double spaceWeight,
    long openLimitNanos,
    int profilingPercent) {

  static LatencySettings of(Configuration conf) {
    int percent =
        conf.getInt(
            DFSConfigKeys.DFS_DATANODE_FILEIO_PROFILING_SAMPLING_PERCENTAGE_KEY,
            DFSConfigKeys.DFS_DATANODE_FILEIO_PROFILING_SAMPLING_PERCENTAGE_DEFAULT);
    return new LatencySettings(
        ChoosingKeys.HALF_LIFE.getDurationMs(conf) / 1e3,
        ChoosingKeys.TOLERANCE.getDouble(conf),
        ChoosingKeys.DROP_FACTOR.getDouble(conf),
        ChoosingKeys.RECOVER_FACTOR.getDouble(conf),
        MILLISECONDS.toNanos(ChoosingKeys.PROBE_INTERVAL.getDurationMs(conf)),
        ChoosingKeys.SPACE_WEIGHT.getDouble(conf),
        MILLISECONDS.toNanos(ChoosingKeys.OPEN_LIMIT.getDurationMs(conf)),
        Math.max(0, Math.min(100, percent)));
  }
}
