package org.tieredhdfs.mover.work;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.namenode.ClusterSnapshot;
import org.tieredhdfs.mover.plan.BlockModel;
import org.tieredhdfs.mover.plan.NodeModel;
import org.tieredhdfs.mover.plan.ReplicaModel;
import org.tieredhdfs.mover.plan.WantedTypes;

/**
 * A snapshot of a block from the NameNode, ready for the planner. Immutable.
 *
 * <p>Replicas on nodes out of service are not counted where there are enough without them: the
 * NameNode is about to do without them, too.
 */
final class BlockView {

  /** A replica with all that a transfer of it needs. */
  private record Holder(DatanodeInfoWithStorage node, ExtendedBlock block) {}

  private final List<Holder> holders = new ArrayList<>();
  private final BlockModel model;
  private final int superfluous;

  BlockView(
      LocatedBlock located, FilePolicy policy, ClusterSnapshot cluster, Set<String> pinnedOn) {
    List<Holder> resting = new ArrayList<>();
    Set<Long> blockIds = new HashSet<>();
    for (Holder holder : holders(located, policy.coding())) {
      blockIds.add(holder.block().getBlockId());
      (cluster.node(holder.node()).inService() ? holders : resting).add(holder);
    }
    int redundancy = located.isStriped() ? blockIds.size() : policy.replication();
    superfluous = holders.size() - redundancy;
    int restingThatCount = Math.min(resting.size(), Math.max(0, -superfluous));
    holders.addAll(resting.subList(0, restingThatCount));

    List<ReplicaModel> replicas = new ArrayList<>();
    for (Holder holder : holders) {
      NodeModel node = cluster.node(holder.node());
      replicas.add(
          new ReplicaModel(
              node,
              holder.node().getStorageType(),
              holder.block().getNumBytes(),
              pinnedOn.contains(node.id())));
    }
    List<StorageType> wanted =
        WantedTypes.of(policy.policy(), Math.max(redundancy, 1), cluster.types());
    model = new BlockModel(replicas, wanted, located.isStriped() || policy.spreadsAllBlocks());
  }

  private static List<Holder> holders(LocatedBlock located, @Nullable ErasureCodingPolicy coding) {
    List<Holder> holders = new ArrayList<>();
    DatanodeInfoWithStorage[] nodes = located.getLocations();
    for (int i = 0; i < nodes.length; i++) {
      ExtendedBlock block = located.getBlock();
      if (located instanceof LocatedStripedBlock group && coding != null) {
        block =
            StripedBlockUtil.constructInternalBlock(
                group.getBlock(), coding, group.getBlockIndices()[i]);
      }
      holders.add(new Holder(nodes[i], block));
    }
    return holders;
  }

  BlockModel model() {
    return model;
  }

  /** How many more replicas there are than there should be. */
  int superfluous() {
    return superfluous;
  }

  DatanodeInfoWithStorage node(int replica) {
    return holders.get(replica).node();
  }

  ExtendedBlock block(int replica) {
    return holders.get(replica).block();
  }

  /**
   * A node to read a replica from: its own holder, unless reading there failed more often than at
   * another one that has the same block.
   *
   * @param failures how often reading from a node failed
   */
  DatanodeInfoWithStorage copyFrom(int replica, ToIntFunction<String> failures) {
    DatanodeInfoWithStorage best = node(replica);
    for (int other = 0; other < holders.size(); other++) {
      if (block(other).getBlockId() == block(replica).getBlockId()
          && failures.applyAsInt(node(other).getDatanodeUuid())
              < failures.applyAsInt(best.getDatanodeUuid())) {
        best = node(other);
      }
    }
    return best;
  }
}
