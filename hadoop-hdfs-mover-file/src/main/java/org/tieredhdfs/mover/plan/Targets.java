package org.tieredhdfs.mover.plan;

import java.util.Collection;
import org.apache.hadoop.fs.StorageType;

/** The nodes to which replicas may go. Implementations answer from memory, without I/O. */
public interface Targets {

  /** All nodes that can be asked about. */
  Collection<NodeModel> nodes();

  /**
   * Whether a node takes a block of that size on that type now. It may say no for other reasons
   * than room, such as that the node failed a moment ago.
   */
  boolean canTake(NodeModel node, StorageType type, long sizeBytes);

  /** What a node carries of a type; of nodes that are alike the one with least is taken. */
  TargetLoad load(NodeModel node, StorageType type);

  /** Targets that say yes wherever there is room, all alike. */
  static Targets of(Collection<NodeModel> nodes) {
    return new Targets() {
      @Override
      public Collection<NodeModel> nodes() {
        return nodes;
      }

      @Override
      public boolean canTake(NodeModel node, StorageType type, long sizeBytes) {
        return node.inService() && node.roomBytes().getOrDefault(type, -1L) >= sizeBytes;
      }

      @Override
      public TargetLoad load(NodeModel node, StorageType type) {
        return TargetLoad.NONE;
      }
    };
  }
}
