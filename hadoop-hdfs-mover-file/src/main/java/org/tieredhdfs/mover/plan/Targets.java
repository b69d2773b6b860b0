package org.tieredhdfs.mover.plan;

import java.util.Collection;
import org.apache.hadoop.fs.StorageType;

/** The possible target nodes of moves. Implementations answer from memory, without I/O. */
public interface Targets {

  /** All nodes that can be asked about. */
  Collection<NodeModel> nodes();

  /**
   * Whether a node can take a block of that size on that type now. The answer may be no for other
   * reasons than space, such as a recent failure of the node.
   */
  boolean canTake(NodeModel node, StorageType type, long sizeBytes);

  /** The load of a node for a type; the least loaded of equal nodes is used. */
  TargetLoad load(NodeModel node, StorageType type);
}
