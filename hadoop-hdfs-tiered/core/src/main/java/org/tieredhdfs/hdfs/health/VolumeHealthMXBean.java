package org.tieredhdfs.hdfs.health;

import java.util.Map;

/** The health of volumes as a NameNode hears of it, in JMX. */
public interface VolumeHealthMXBean {
  /** By storage type. */
  Map<String, HealthTally> getStorageTypes();

  /** Each volume that hangs or is slow, by its storage id, with a sentence on it. */
  Map<String, String> getUnhealthyVolumes();
}
