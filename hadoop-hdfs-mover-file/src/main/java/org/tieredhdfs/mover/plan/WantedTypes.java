package org.tieredhdfs.mover.plan;

import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;

/**
 * What storage types a policy wants for the replicas of a block in a given cluster.
 *
 * <p>The policy's fallbacks stand in for types that no node in service has. For a type that is
 * there but full they do not: a block would be moved twice, so it waits and is reported.
 */
public final class WantedTypes {
  private WantedTypes() {}

  /**
   * The types for so many replicas; fewer than that if neither the policy's types nor its fallbacks
   * are there.
   */
  public static List<StorageType> of(
      BlockStoragePolicy policy, int replicas, Collection<NodeModel> nodes) {
    EnumSet<StorageType> missing = EnumSet.allOf(StorageType.class);
    for (NodeModel node : nodes) {
      if (node.inService()) {
        missing.removeAll(node.roomBytes().keySet());
      }
    }
    return List.copyOf(policy.chooseStorageTypes((short) replicas, List.of(), missing, false));
  }
}
