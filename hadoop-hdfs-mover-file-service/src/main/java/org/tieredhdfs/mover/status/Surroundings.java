package org.tieredhdfs.mover.status;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.tieredhdfs.mover.namenode.ClusterSnapshot.Medium;

/**
 * The environment of the service.
 *
 * @param host the machine of this instance
 * @param rules the rules by path, a sentence each, in their order
 * @param media what the cluster has of each storage type
 */
public record Surroundings(String host, List<String> rules, Map<StorageType, Medium> media) {

  public Surroundings {
    rules = List.copyOf(rules);
    media = Map.copyOf(media);
  }
}
