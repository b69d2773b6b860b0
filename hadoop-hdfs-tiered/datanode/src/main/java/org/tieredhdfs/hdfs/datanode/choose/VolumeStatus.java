package org.tieredhdfs.hdfs.datanode.choose;

import org.tieredhdfs.hdfs.datanode.choose.space.VolumeRecord;
import org.tieredhdfs.hdfs.datanode.choose.speed.ServiceRecord;

/** One volume as {@link VolumeChoosingMXBean} shows it. Immutable. */
public final class VolumeStatus {
  private final VolumeRecord record;
  private final String state;
  private final double speedBytesPerSec;
  private final double weight;
  private final double spaceFactor;
  private final int drops;
  private final int probes;

  VolumeStatus(VolumeRecord record) {
    this.record = record;
    ServiceRecord served = record instanceof ServiceRecord one ? one : null;
    state = served == null || served.isInService() ? "IN_SERVICE" : "DROPPED";
    speedBytesPerSec = served == null ? 0 : served.times.bytesPerSec();
    weight = served == null ? 1 : served.weight;
    spaceFactor = served == null ? 1 : served.spaceFactor;
    drops = served == null ? 0 : served.drops();
    probes = record.traffic.recovery().probes();
  }

  public String getVolume() {
    return record.name;
  }

  public String getStorageType() {
    return record.storageType.name();
  }

  /** {@code IN_SERVICE}, {@code DROPPED}, or {@code HUNG}. */
  public String getState() {
    return record.traffic.isHung() ? "HUNG" : state;
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
    return speedBytesPerSec;
  }

  /** Its speed relative to its peers', as choices see it. */
  public double getWeight() {
    return weight;
  }

  /** The factor by which its free space reduces its share. */
  public double getSpaceFactor() {
    return spaceFactor;
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
    return drops;
  }

  /** The number of finished probes: of itself while it was slow, or a peer was. */
  public int getProbes() {
    return probes;
  }
}
