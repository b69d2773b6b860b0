package org.tieredhdfs.hdfs.cluster;

import java.util.Map;
import org.apache.hadoop.fs.StorageType;

/**
 * What an active NameNode tells one DataNode of all others with the answer to a heartbeat.
 *
 * @param byType none for a type of which no other DataNode has a volume
 */
public record PeerCounts(Map<StorageType, PeerCount> byType) {
  public PeerCounts {
    byType = Map.copyOf(byType);
  }

  public PeerCount of(StorageType type) {
    return byType.getOrDefault(type, PeerCount.NONE);
  }
}
