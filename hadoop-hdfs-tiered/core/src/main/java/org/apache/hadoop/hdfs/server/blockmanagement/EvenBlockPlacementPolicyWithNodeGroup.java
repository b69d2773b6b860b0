package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.placement.EvenPlacement;
import org.tieredhdfs.hdfs.placement.PlacementKeys;

/**
 * Hadoop's placement with node groups, balanced by two pairs and chosen by storage type.
 *
 * <p>Hadoop's own draws any node, and another one if that lacks the wanted storage types; this one
 * draws only nodes that have one. It changes only which nodes are proposed. In this package as
 * {@link Host2NodesMap} is not public. Thread-safe.
 */
@NullMarked
public class EvenBlockPlacementPolicyWithNodeGroup extends BlockPlacementPolicyWithNodeGroup {
  /** There from {@link #initialize} on, which the NameNode calls first. */
  @SuppressWarnings("NullAway.Init")
  private EvenPlacement placement;

  @Override
  public void initialize(
      Configuration conf,
      FSClusterStats stats,
      NetworkTopology clusterMap,
      Host2NodesMap host2datanodeMap) {
    placement = PlacementKeys.placement(conf, clusterMap, true, false, getClass());
    super.initialize(conf, stats, clusterMap, host2datanodeMap);
  }

  @Override
  protected void chooseFavouredNodes(
      String src,
      int numOfReplicas,
      List<DatanodeDescriptor> favoredNodes,
      Set<Node> favoriteAndExcludedNodes,
      long blocksize,
      int maxNodesPerRack,
      List<DatanodeStorageInfo> results,
      boolean avoidStaleNodes,
      EnumMap<StorageType, Integer> storageTypes)
      throws NotEnoughReplicasException {
    placement.begin(false, numOfReplicas, blocksize, maxNodesPerRack, results, storageTypes);
    try {
      super.chooseFavouredNodes(
          src,
          numOfReplicas,
          favoredNodes,
          favoriteAndExcludedNodes,
          blocksize,
          maxNodesPerRack,
          results,
          avoidStaleNodes,
          storageTypes);
    } finally {
      placement.end();
    }
  }

  @Override
  protected Node chooseTargetInOrder(
      int numOfReplicas,
      Node writer,
      Set<Node> excludedNodes,
      long blocksize,
      int maxNodesPerRack,
      List<DatanodeStorageInfo> results,
      boolean avoidStaleNodes,
      boolean newBlock,
      EnumMap<StorageType, Integer> storageTypes)
      throws NotEnoughReplicasException {
    placement.begin(newBlock, numOfReplicas, blocksize, maxNodesPerRack, results, storageTypes);
    try {
      return super.chooseTargetInOrder(
          numOfReplicas,
          writer,
          excludedNodes,
          blocksize,
          maxNodesPerRack,
          results,
          avoidStaleNodes,
          newBlock,
          storageTypes);
    } finally {
      placement.end();
    }
  }

  @Override
  protected @Nullable DatanodeDescriptor chooseDataNode(
      String scope, Collection<Node> excludedNodes) {
    DatanodeDescriptor drawn = placement.draw(scope, excludedNodes);
    return drawn != null ? drawn : placement.missed(super.chooseDataNode(scope, excludedNodes));
  }
}
