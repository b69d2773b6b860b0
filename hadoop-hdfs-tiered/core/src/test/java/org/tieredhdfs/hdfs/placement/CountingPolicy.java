package org.tieredhdfs.hdfs.placement;

import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.EvenBlockPlacementPolicyWithNodeGroup;
import org.apache.hadoop.net.Node;
import org.jspecify.annotations.Nullable;

/** The policy for node groups, with a count of the nodes that Hadoop has asked for. */
public final class CountingPolicy extends EvenBlockPlacementPolicyWithNodeGroup {
  static final AtomicInteger draws = new AtomicInteger();

  @Override
  protected @Nullable DatanodeDescriptor chooseDataNode(
      String scope, Collection<Node> excludedNodes) {
    draws.incrementAndGet();
    return super.chooseDataNode(scope, excludedNodes);
  }
}
