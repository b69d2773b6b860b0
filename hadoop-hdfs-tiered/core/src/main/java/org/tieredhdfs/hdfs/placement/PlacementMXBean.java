package org.tieredhdfs.hdfs.placement;

import java.util.Map;

/** How even the placement of a NameNode is, in JMX. */
public interface PlacementMXBean {
  /** By storage type. */
  Map<String, StorageBalance> getStorageTypes();
}
