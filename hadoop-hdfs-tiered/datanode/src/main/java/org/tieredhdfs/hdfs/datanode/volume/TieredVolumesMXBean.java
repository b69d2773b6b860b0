package org.tieredhdfs.hdfs.datanode.volume;

import java.util.Map;

/** The JMX attributes for the health of a DataNode's volumes. */
public interface TieredVolumesMXBean {

  /** How many volumes do not answer. */
  int getHungVolumeCount();

  /** By the path of each volume that does not answer: for how long, in milliseconds. */
  Map<String, Long> getHungVolumeMs();

  /** By the path of each volume that does not answer: what is stuck, with the stack. */
  Map<String, String> getStuckOperations();

  /**
   * By path: {@code IN_SERVICE}, {@code STALLED} while its users are cut off, {@code HUNG}, or
   * {@code ON_PROBATION} where it answers and has hung too often.
   */
  Map<String, String> getConditions();

  /** By path: threads inside an operation or I/O call. */
  Map<String, Integer> getOperationsInFlight();
}
