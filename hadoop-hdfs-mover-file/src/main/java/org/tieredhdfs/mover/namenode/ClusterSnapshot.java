package org.tieredhdfs.mover.namenode;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorageReport;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.plan.NodeModel;
import org.tieredhdfs.mover.plan.PlannedMove;
import org.tieredhdfs.mover.plan.WantedTypes;

/** A snapshot of the live DataNodes and their volumes. Immutable. */
public final class ClusterSnapshot {

  /**
   * The storage of one type on a node.
   *
   * @param count how many volumes
   * @param totalRoomBytes what is free on all of them
   * @param storedBytes what HDFS uses, as of the last heartbeat
   */
  public record Volumes(int count, long capacityBytes, long totalRoomBytes, long storedBytes) {}

  private static final Volumes NONE = new Volumes(0, 0, 0, 0);

  private final List<NodeModel> models = new ArrayList<>();
  private final Map<String, DatanodeInfo> infos = new HashMap<>();
  private final Map<String, NodeModel> byId = new HashMap<>();
  private final Map<String, Map<StorageType, Volumes>> volumes = new HashMap<>();
  private final Map<StorageType, Integer> inService = new EnumMap<>(StorageType.class);
  private final Set<StorageType> seenTypes;
  private final Set<StorageType> types;
  private final boolean hasNodeGroups;
  private final boolean isUpgrading;
  private final boolean hidesReplicas;

  /**
   * @param isUpgrading whether DataNodes keep what they delete
   * @param remembered storage types that count as there, be they seen or not
   */
  ClusterSnapshot(
      DatanodeStorageReport[] reports,
      boolean hasNodeGroups,
      boolean isUpgrading,
      boolean hidesReplicas,
      Set<StorageType> remembered) {
    this.hasNodeGroups = hasNodeGroups;
    this.isUpgrading = isUpgrading;
    this.hidesReplicas = hidesReplicas;
    for (DatanodeStorageReport report : reports) {
      add(report);
    }
    seenTypes = WantedTypes.typesOf(models);
    types = EnumSet.noneOf(StorageType.class);
    types.addAll(remembered);
    types.addAll(seenTypes);
  }

  private void add(DatanodeStorageReport report) {
    DatanodeInfo info = report.getDatanodeInfo();
    Map<StorageType, Long> largest = new EnumMap<>(StorageType.class);
    Map<StorageType, Volumes> ofNode = new EnumMap<>(StorageType.class);
    for (StorageReport volume : report.getStorageReports()) {
      DatanodeStorage storage = volume.getStorage();
      if (volume.isFailed() || storage.getState() != DatanodeStorage.State.NORMAL) {
        continue;
      }
      StorageType type = storage.getStorageType();
      largest.merge(type, volume.getRemaining(), Math::max);
      ofNode.merge(
          type,
          new Volumes(1, volume.getCapacity(), volume.getRemaining(), volume.getDfsUsed()),
          (one, other) ->
              new Volumes(
                  one.count() + other.count(),
                  one.capacityBytes() + other.capacityBytes(),
                  one.totalRoomBytes() + other.totalRoomBytes(),
                  one.storedBytes() + other.storedBytes()));
    }
    if (info.isInService()) {
      ofNode.forEach((type, some) -> inService.merge(type, some.count(), Integer::sum));
    }
    NodeModel model = model(info, info.isInService(), largest);
    models.add(model);
    byId.put(model.id(), model);
    infos.put(model.id(), info);
    volumes.put(model.id(), ofNode);
  }

  private NodeModel model(DatanodeInfo info, boolean inService, Map<StorageType, Long> largest) {
    String id = info.getDatanodeUuid();
    String location = info.getNetworkLocation();
    int lastLevel = location.lastIndexOf('/');
    boolean isInGroup = hasNodeGroups && lastLevel > 0;
    String domain = info.getUpgradeDomain();
    return new NodeModel(
        id,
        isInGroup ? location.substring(0, lastLevel) : location,
        isInGroup ? location : id,
        domain == null || domain.isEmpty() ? id : domain,
        inService,
        largest);
  }

  /** Whether a block that lacks replicas may have some that the NameNode does not tell of. */
  public boolean hidesReplicas() {
    return hidesReplicas;
  }

  /** The storage types of all DataNodes in service. */
  Set<StorageType> seenTypes() {
    return seenTypes;
  }

  /** The storage types of the cluster, including those of nodes that are missing at the moment. */
  public Set<StorageType> types() {
    return types;
  }

  public List<NodeModel> nodes() {
    return models;
  }

  /** The model of a node that holds a replica; one that is not alive takes nothing. */
  public NodeModel node(DatanodeInfo holder) {
    NodeModel known = byId.get(holder.getDatanodeUuid());
    return known == null || (known.inService() && !holder.isInService())
        ? model(holder, false, Map.of())
        : known;
  }

  public @Nullable DatanodeInfo info(String node) {
    return infos.get(node);
  }

  /**
   * The storage of one type on all DataNodes in service.
   *
   * @param volumes how many volumes
   * @param roomBytes how much of the capacity is free
   */
  public record Medium(int nodes, int volumes, long capacityBytes, long roomBytes) {
    private Medium plus(Volumes ofNode) {
      return new Medium(
          nodes + 1,
          volumes + ofNode.count(),
          capacityBytes + ofNode.capacityBytes(),
          roomBytes + ofNode.totalRoomBytes());
    }
  }

  /** The totals for each storage type. */
  public Map<StorageType, Medium> media() {
    Map<StorageType, Medium> media = new EnumMap<>(StorageType.class);
    for (NodeModel node : models) {
      if (node.inService()) {
        volumes(node.id())
            .forEach(
                (type, ofNode) ->
                    media.put(type, media.getOrDefault(type, new Medium(0, 0, 0, 0)).plus(ofNode)));
      }
    }
    return media;
  }

  /** The storage of a type on a node. */
  public Volumes volumes(String node, StorageType type) {
    return volumes(node).getOrDefault(type, NONE);
  }

  /** Whether the old replica of a move would go: while HDFS is upgraded, its DataNode keeps it. */
  public boolean canLeave(PlannedMove move) {
    return !isUpgrading || move.isWithinNode();
  }

  /** The number of volumes of a type on all nodes in service. */
  public int volumesInService(StorageType type) {
    return inService.getOrDefault(type, 0);
  }

  private Map<StorageType, Volumes> volumes(String node) {
    return volumes.getOrDefault(node, Map.of());
  }
}
