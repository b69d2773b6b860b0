package org.tieredhdfs.hdfs.health;

/**
 * What a DataNode tells of one of its volumes with each heartbeat.
 *
 * @param condition how well it serves
 * @param bytesPerSec what it has written lately over how long its device worked on that; 0 if it is
 *     not known. The last figure stays while nothing is written.
 */
public record VolumeReport(VolumeCondition condition, long bytesPerSec) {
  public VolumeReport {
    bytesPerSec = Math.max(0, bytesPerSec);
  }
}
