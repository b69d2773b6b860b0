package org.tieredhdfs.hdfs.health;

import org.apache.hadoop.hdfs.server.protocol.StorageReport;

/** Hadoop's report of a volume's room, with the volume's health beside it. Immutable. */
public final class VolumeStorageReport extends StorageReport {
  private final VolumeReport health;

  public VolumeStorageReport(StorageReport room, VolumeReport health) {
    super(
        room.getStorage(),
        room.isFailed(),
        room.getCapacity(),
        room.getDfsUsed(),
        room.getRemaining(),
        room.getBlockPoolUsed(),
        room.getNonDfsUsed(),
        room.getMount());
    this.health = health;
  }

  public VolumeReport health() {
    return health;
  }
}
