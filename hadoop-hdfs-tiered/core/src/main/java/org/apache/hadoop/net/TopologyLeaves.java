package org.apache.hadoop.net;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;

/**
 * A snapshot of a topology's leaves.
 *
 * <p>In this package for the topology's lock: {@link NetworkTopology#getLeaves} walks without it,
 * and a node that leaves meanwhile makes it fail. Stateless.
 */
@NullMarked
public final class TopologyLeaves {
  private TopologyLeaves() {}

  /** All leaves, in the order of the topology. */
  public static List<Node> of(NetworkTopology topology) {
    List<Node> leaves = new ArrayList<>();
    topology.netlock.readLock().lock();
    try {
      add(topology.getNode(NodeBase.ROOT), leaves);
    } finally {
      topology.netlock.readLock().unlock();
    }
    return leaves;
  }

  private static void add(Node node, List<Node> leaves) {
    if (node instanceof InnerNode inner) {
      inner.getChildren().forEach(child -> add(child, leaves));
    } else {
      leaves.add(node);
    }
  }
}
