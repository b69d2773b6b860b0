package org.tieredhdfs.mover.work;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.tieredhdfs.mover.namenode.ClusterSnapshot;
import org.tieredhdfs.mover.namenode.ClusterSnapshot.Volumes;
import org.tieredhdfs.mover.plan.NodeModel;
import org.tieredhdfs.mover.plan.TargetLoad;
import org.tieredhdfs.mover.plan.Targets;

/**
 * The possible target nodes for one block: without nodes that failed recently, without targets that
 * failed for this block, and less the space that other moves have reserved and that is left to
 * writers.
 */
final class LiveTargets implements Targets {
  private final MoverCore core;
  private final ClusterSnapshot cluster;
  private final Set<String> failedPlaces;
  private final Map<String, Boolean> leftAlone = new HashMap<>();

  /** The loads at the first query: they must not change while targets are sorted by them. */
  private final Map<String, TargetLoad> loads = new HashMap<>();

  LiveTargets(MoverCore core, ClusterSnapshot cluster, Set<String> failedPlaces) {
    this.core = core;
    this.cluster = cluster;
    this.failedPlaces = failedPlaces;
  }

  /** The name of a type on a node, as the set of failed places holds it. */
  static String place(String node, StorageType type) {
    return node + ' ' + type.name();
  }

  @Override
  public Collection<NodeModel> nodes() {
    return cluster.nodes();
  }

  @Override
  public boolean canTake(NodeModel node, StorageType type, long sizeBytes) {
    Volumes volumes = cluster.volumes(node.id(), type);
    return node.inService()
        && node.roomBytes().getOrDefault(type, -1L) >= sizeBytes
        && !failedPlaces.contains(place(node.id(), type))
        && !leftAlone.computeIfAbsent(node.id(), core.queue()::isToBeLeftAlone)
        && volumes.totalRoomBytes() - core.ledger().reservedBytes(node.id(), type)
            >= sizeBytes + (long) (core.settings().reserve() * volumes.capacityBytes());
  }

  @Override
  public TargetLoad load(NodeModel node, StorageType type) {
    SpaceLedger ledger = core.ledger();
    Volumes volumes = cluster.volumes(node.id(), type);
    return loads.computeIfAbsent(
        place(node.id(), type),
        any ->
            TargetLoad.of(
                volumes.storedBytes(),
                ledger.reservedBytes(node.id(), type),
                volumes.count(),
                (double) ledger.reservedBytes(type) / Math.max(1, cluster.volumesInService(type))));
  }

  /** Whether a node was left out that may take blocks a little later. */
  boolean hasLeftOutForAWhile() {
    return leftAlone.containsValue(true);
  }
}
