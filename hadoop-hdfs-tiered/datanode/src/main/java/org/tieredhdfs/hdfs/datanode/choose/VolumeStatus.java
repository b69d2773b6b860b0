package org.tieredhdfs.hdfs.datanode.choose;

import org.tieredhdfs.hdfs.datanode.choose.space.VolumeRecord;
import org.tieredhdfs.hdfs.datanode.volume.speed.Speed;

/** One volume as {@link VolumeChoosingMXBean} shows it, at the moment when it is asked. */
public final class VolumeStatus {
  private final VolumeRecord record;

  VolumeStatus(VolumeRecord record) {
    this.record = record;
  }

  public String getVolume() {
    return record.name;
  }

  public String getStorageType() {
    return record.storageType.name();
  }

  /** {@code IN_SERVICE}, {@code DROPPED}, {@code ON_TRIAL}, or {@code HUNG}. */
  public String getState() {
    if (record.traffic.isHung()) {
      return "HUNG";
    }
    Speed speed = record.traffic.speed();
    return (speed.isSlow() ? speed.state() : Speed.State.IN_SERVICE).name();
  }

  /** The number of blocks it was chosen for. */
  public long getChosen() {
    return record.chosen.sum();
  }

  /** Free space at the last choice. */
  public long getAvailableBytes() {
    return record.availableBytes;
  }

  /** The bandwidth seen; 0 as long as it is not known. */
  public double getSpeedBytesPerSec() {
    return record.traffic.speed().bytesPerSec();
  }

  /** Its speed relative to its peers', as choices see it. */
  public double getWeight() {
    return record.traffic.speed().weight();
  }

  /** The factor by which its free space reduces its share. */
  public double getSpaceFactor() {
    return record instanceof ServiceRecord served ? served.spaceFactor : 1;
  }

  /** What open blocks are expected to bring. */
  public long getBytesInFlight() {
    return record.traffic.openBlocks().bytesInFlight();
  }

  /** What was written and has yet to reach the device. */
  public long getBacklogBytes() {
    return (long) record.traffic.backlog().bytes();
  }

  public int getOpenBlocks() {
    return record.traffic.openBlocks().count();
  }

  /** The mean of recent writes to the file system; 0 if operations are not metered. */
  public double getWriteLatencyMs() {
    return record.traffic.writeLatencyMs();
  }

  public double getSyncLatencyMs() {
    return record.traffic.syncLatencyMs();
  }

  /** How many times it was found far slower than its peers. */
  public int getDrops() {
    return record.traffic.speed().drops();
  }
}
