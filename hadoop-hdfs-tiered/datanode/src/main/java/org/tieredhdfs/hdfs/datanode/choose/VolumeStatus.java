package org.tieredhdfs.hdfs.datanode.choose;

import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.datanode.choose.space.VolumeRecord;
import org.tieredhdfs.hdfs.datanode.choose.speed.ServiceRecord;

/** One volume as {@link VolumeChoosingMXBean} shows it, at the moment when it is asked. */
public final class VolumeStatus {
  private final VolumeRecord record;
  private final @Nullable ServiceRecord served;

  VolumeStatus(VolumeRecord record) {
    this.record = record;
    this.served = record instanceof ServiceRecord one ? one : null;
  }

  public String getVolume() {
    return record.name;
  }

  public String getStorageType() {
    return record.storageType.name();
  }

  /** {@code IN_SERVICE}, {@code DROPPED}, or {@code HUNG}. */
  public String getState() {
    if (record.traffic.isHung()) {
      return "HUNG";
    }
    return served == null || served.isInService() ? "IN_SERVICE" : "DROPPED";
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
    return served == null ? 0 : served.times.bytesPerSec();
  }

  /** Its speed relative to its peers', as choices see it. */
  public double getWeight() {
    return served == null ? 1 : served.weight;
  }

  /** The factor by which its free space reduces its share. */
  public double getSpaceFactor() {
    return served == null ? 1 : served.spaceFactor;
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

  /** How many times it was excluded. */
  public int getDrops() {
    return served == null ? 0 : served.drops.get();
  }

  /** The number of finished probes: of itself while it was slow, or a peer was. */
  public int getProbes() {
    return record.traffic.recovery().probes();
  }
}
