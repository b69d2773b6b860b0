package org.tieredhdfs.mover.plan;

import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;

/**
 * The storage types that a policy wants for the replicas of a block in a given cluster.
 *
 * <p>The policy's fallbacks stand in for types that no node in service has. For a type that is
 * there but full they do not: a block would be moved twice, so it waits and is reported.
 */
public final class WantedTypes {
  private WantedTypes() {}

  /** The types of all nodes in service. */
  public static Set<StorageType> typesOf(Collection<NodeModel> nodes) {
    EnumSet<StorageType> types = EnumSet.noneOf(StorageType.class);
    for (NodeModel node : nodes) {
      if (node.inService()) {
        types.addAll(node.roomBytes().keySet());
      }
    }
    return types;
  }

  /**
   * The types for so many replicas; fewer than that if neither the policy's types nor its fallbacks
   * are there.
   *
   * @param types the types that the cluster has
   */
  public static List<StorageType> of(
      BlockStoragePolicy policy, int replicas, Set<StorageType> types) {
    EnumSet<StorageType> missing = EnumSet.allOf(StorageType.class);
    missing.removeAll(types);
    return List.copyOf(policy.chooseStorageTypes((short) replicas, List.of(), missing, false));
  }
}
