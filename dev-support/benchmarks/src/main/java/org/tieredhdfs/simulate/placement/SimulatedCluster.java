package org.tieredhdfs.simulate.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.SimulatedDatanodes;
import org.tieredhdfs.localcluster.spec.ClusterException;

/**
 * A case of the simulation: which DataNodes there are, and how much is written.
 *
 * @param name in the report
 * @param nodes DataNodes, with a volume of one type and a writer each
 * @param blocksPerNode the mean of replicas on a node in the end
 * @param hasGroups whether DataNodes stand on hosts, several on one, which are node groups
 * @param remoteWriters whether writers are outside the cluster
 */
record SimulatedCluster(
    String name, int nodes, int blocksPerNode, boolean hasGroups, boolean remoteWriters) {
  static final int REPLICATION = 3;

  private static final int NODES_PER_RACK = 40;

  /** DataNodes on a host, in turn: hosts are unequal. */
  private static final int[] NODES_PER_HOST = {3, 5, 7, 4, 6};

  private static final String POLICIES = "org.apache.hadoop.hdfs.server.blockmanagement.";

  static final List<SimulatedCluster> ALL =
      List.of(
          new SimulatedCluster("flat-126", 126, 2_664, false, false),
          new SimulatedCluster("flat-636", 636, 528, false, false),
          new SimulatedCluster("flat-5000", 5_000, 60, false, false),
          new SimulatedCluster("groups-126", 126, 2_664, true, false),
          new SimulatedCluster("groups-636", 636, 528, true, false),
          new SimulatedCluster("remote-636", 636, 528, false, true));

  /** The same with less written, to see that it works. */
  SimulatedCluster shortened() {
    int blocks = Math.min(blocksPerNode, 60_000 / nodes + REPLICATION);
    return new SimulatedCluster(name, nodes, blocks, hasGroups, remoteWriters);
  }

  SimulatedDatanodes build(Random random) {
    SimulatedDatanodes built = new SimulatedDatanodes(hasGroups);
    int racks = (nodes + NODES_PER_RACK - 1) / NODES_PER_RACK;
    List<String> places = new ArrayList<>();
    for (int host = 0; places.size() < nodes; host++) {
      String rack = "/rack" + host % racks;
      int onHost = hasGroups ? NODES_PER_HOST[random.nextInt(NODES_PER_HOST.length)] : 1;
      for (int i = 0; i < onHost && places.size() < nodes; i++) {
        places.add(hasGroups ? rack + "/host" + host : rack);
      }
    }
    places.forEach(place -> built.add(place, StorageType.DISK));
    return built;
  }

  Class<? extends BlockPlacementPolicy> policy(boolean isOurs) throws ClusterException {
    String name =
        POLICIES
            + (isOurs ? "Even" : "")
            + "BlockPlacementPolicy"
            + (hasGroups ? "WithNodeGroup" : isOurs ? "" : "Default");
    try {
      return Class.forName(name).asSubclass(BlockPlacementPolicy.class);
    } catch (ClassNotFoundException e) {
      throw new ClusterException("there is no " + e.getMessage());
    }
  }
}
