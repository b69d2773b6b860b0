package org.tieredhdfs.hdfs.health;

import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.jspecify.annotations.Nullable;

/**
 * A volume of a DataNode as a NameNode has heard of it last.
 *
 * <p>Written by the thread of a heartbeat, of which a NameNode takes one at a time, read by others.
 */
public final class ReportedVolume {
  private final DatanodeStorageInfo storage;
  private volatile State state;

  /**
   * What was heard of it at one moment.
   *
   * @param report what was told last
   * @param remainingBytes its room
   * @param heardMs when it was told
   * @param sinceMs since when it has been unhealthy without a break, or healthy
   */
  record State(VolumeReport report, long remainingBytes, long heardMs, long sinceMs) {
    VolumeCondition condition() {
      return report.condition();
    }
  }

  /**
   * @param nowMs by a clock that does not jump, as all times here
   */
  ReportedVolume(DatanodeStorageInfo storage, VolumeStorageReport told, long nowMs) {
    this.storage = storage;
    this.state = new State(told.health(), told.getRemaining(), nowMs, nowMs);
  }

  public DatanodeStorageInfo storage() {
    return storage;
  }

  public VolumeReport report() {
    return state.report;
  }

  State state() {
    return state;
  }

  /** Takes a newer report; whether that changes how the volume may be used. */
  boolean hear(VolumeStorageReport told, long nowMs) {
    State before = state;
    VolumeReport newer = told.health();
    boolean isAsBefore = before.condition().isUnhealthy() == newer.condition().isUnhealthy();
    state = new State(newer, told.getRemaining(), nowMs, isAsBefore ? before.sinceMs : nowMs);
    return before.condition() != newer.condition();
  }

  /** Whether it is this one to the NameNode: a disk may have come to another DataNode. */
  @SuppressWarnings("ReferenceEquality") // Hadoop takes them for equal
  boolean isOf(@Nullable DatanodeStorageInfo other) {
    return storage == other;
  }

  /** Whether its DataNode is alive and still has it. */
  boolean isInUse() {
    DatanodeDescriptor node = storage.getDatanodeDescriptor();
    return node.isAlive() && isOf(node.getStorageInfo(storage.getStorageID()));
  }

  /** Whether new replicas may come to its DataNode, as far as that is not about its room. */
  boolean mayBeTarget() {
    DatanodeDescriptor node = storage.getDatanodeDescriptor();
    return node.isAlive() && node.isInService();
  }
}
