package org.tieredhdfs.hdfs.placement;

import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.NetworkTopology;

/** How a policy reads places in the topology. */
enum Places {
  /** Racks: each node may hold a replica of a block. */
  RACKS {
    @Override
    String rack(DatanodeDescriptor node) {
      return node.getNetworkLocation();
    }

    @Override
    boolean areTogether(DatanodeDescriptor one, DatanodeDescriptor other) {
      return one.equals(other);
    }
  },

  /** Racks and node groups: each group may hold a replica of a block. */
  NODE_GROUPS {
    @Override
    String rack(DatanodeDescriptor node) {
      return NetworkTopology.getFirstHalf(node.getNetworkLocation());
    }

    @Override
    boolean areTogether(DatanodeDescriptor one, DatanodeDescriptor other) {
      return one.getNetworkLocation().equals(other.getNetworkLocation());
    }
  };

  /** The rack of a node, as a place in the topology. */
  abstract String rack(DatanodeDescriptor node);

  /** Whether replicas of a block may not lie on both. */
  abstract boolean areTogether(DatanodeDescriptor one, DatanodeDescriptor other);
}
