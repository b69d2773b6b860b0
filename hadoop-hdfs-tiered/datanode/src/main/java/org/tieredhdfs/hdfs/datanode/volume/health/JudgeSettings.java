package org.tieredhdfs.hdfs.datanode.volume.health;

import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.hdfs.datanode.conf.DatanodeKeys;
import org.tieredhdfs.hdfs.datanode.conf.FailSlowKeys;

/**
 * What the judge of volumes goes by.
 *
 * @param cutoffs how long calls may take
 * @param maxShare of the volumes that may be without an answer at once, before it is taken for a
 *     fault of the machine; one always may
 * @param checkIntervalMs how often calls that run are looked at, at least
 * @param probationMs the time of probation after a second hang; 0 for none
 */
public record JudgeSettings(
    Cutoffs cutoffs, double maxShare, long checkIntervalMs, long probationMs) {

  /**
   * Those of a configuration.
   *
   * @throws org.tieredhdfs.hdfs.conf.ConfigurationFaultsException if a key has a bad value
   */
  public static JudgeSettings of(Configuration conf) {
    return new JudgeSettings(
        new Cutoffs(conf),
        FailSlowKeys.MAX_SHARE.getDouble(conf),
        DatanodeKeys.HANG_CHECK_INTERVAL.getDurationMs(conf),
        FailSlowKeys.PROBATION.getDurationMs(conf));
  }
}
