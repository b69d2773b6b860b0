package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.NetworkTopologyWithNodeGroup;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.NullMarked;

/**
 * DataNodes as a NameNode sees them, without processes behind them, in a topology that placement
 * policies choose from.
 *
 * <p>In this package for what a NameNode does with a heartbeat. Not thread-safe.
 */
@NullMarked
public final class SimulatedDatanodes {
  private static final long CAPACITY_BYTES = 1L << 50;

  private final Configuration conf = new Configuration(false);
  private final NetworkTopology topology;
  private final Host2NodesMap hosts = new Host2NodesMap();
  private final List<DatanodeDescriptor> nodes = new ArrayList<>();

  /**
   * @param hasGroups whether places are those of node groups, {@code /rack/group}
   */
  public SimulatedDatanodes(boolean hasGroups) {
    if (hasGroups) {
      conf.set("net.topology.impl", NetworkTopologyWithNodeGroup.class.getName());
      topology = NetworkTopology.getInstance(conf);
    } else {
      topology = DFSNetworkTopology.getInstance(conf);
    }
  }

  /** A DataNode with a volume of each of these types. */
  public DatanodeDescriptor add(String location, StorageType... types) {
    int number = nodes.size();
    String name = "node" + number;
    String address = "10." + (number >> 16) + "." + (number >> 8 & 255) + "." + (number & 255);
    DatanodeDescriptor node =
        new DatanodeDescriptor(new DatanodeID(address, name, name, 1, 2, 3, 4), location);
    for (int i = 0; i < types.length; i++) {
      String id = name + "-" + i;
      node.injectStorage(
          new DatanodeStorageInfo(
              node, new DatanodeStorage(id, DatanodeStorage.State.NORMAL, types[i])));
    }
    node.setAlive(true);
    topology.add(node);
    hosts.add(node);
    nodes.add(node);
    return node;
  }

  public List<DatanodeDescriptor> nodes() {
    return List.copyOf(nodes);
  }

  public NetworkTopology topology() {
    return topology;
  }

  /** A heartbeat at a simulated time, after which a volume of each type holds what it says. */
  public void heartbeat(DatanodeDescriptor node, long atMs, Map<StorageType, Long> storedBytes) {
    DatanodeStorageInfo[] storages = node.getStorageInfos();
    StorageReport[] reports = new StorageReport[storages.length];
    for (int i = 0; i < storages.length; i++) {
      long used = storedBytes.getOrDefault(storages[i].getStorageType(), 0L);
      reports[i] =
          new StorageReport(
              new DatanodeStorage(
                  storages[i].getStorageID(),
                  DatanodeStorage.State.NORMAL,
                  storages[i].getStorageType()),
              false,
              CAPACITY_BYTES,
              used,
              CAPACITY_BYTES - used,
              used,
              0);
    }
    node.updateHeartbeat(reports, 0, 0, 0, 0, null);
    node.setLastUpdateMonotonic(atMs);
  }

  /** A policy as the NameNode makes it. */
  public BlockPlacementPolicy policy(Class<? extends BlockPlacementPolicy> type) {
    BlockPlacementPolicy policy = ReflectionUtils.newInstance(type, conf);
    policy.initialize(conf, new Idle(), topology, hosts);
    return policy;
  }

  /** The configuration of the policies. */
  public Configuration conf() {
    return conf;
  }

  /** Takes a DataNode out of the topology, as one that is dead. */
  public void remove(DatanodeDescriptor node) {
    topology.remove(node);
    hosts.remove(node);
    nodes.remove(node);
  }

  /** A cluster with nothing else to do. */
  private final class Idle implements FSClusterStats {
    @Override
    public int getTotalLoad() {
      return 0;
    }

    @Override
    public boolean isAvoidingStaleDataNodesForWrite() {
      return false;
    }

    @Override
    public int getNumDatanodesInService() {
      return nodes.size();
    }

    @Override
    public double getInServiceXceiverAverage() {
      return 0;
    }

    @Override
    public double getInServiceXceiverAverageForVolume() {
      return 0;
    }

    @Override
    public Map<StorageType, StorageTypeStats> getStorageTypeStats() {
      return Map.of();
    }
  }
}
