package org.tieredhdfs.hdfs.health;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.jspecify.annotations.Nullable;

/**
 * The volumes of a NameNode's DataNodes as their heartbeats tell of them, active or standby.
 *
 * <p>A DataNode without our dataset tells nothing; its volumes are not here. Thread-safe:
 * heartbeats write, one at a time; nobody waits.
 */
public final class ReportedVolumes {
  private final Map<String, ReportedVolume> byStorageId = new ConcurrentHashMap<>();

  ReportedVolumes() {}

  /**
   * What was told last of a volume, to any NameNode of this process; null if nothing was, as by a
   * stock DataNode, or while its DataNode is dead.
   */
  public static @Nullable VolumeReport find(String storageId) {
    for (VolumeHealth health : VolumeHealth.all()) {
      ReportedVolume volume = health.volumes().byStorageId.get(storageId);
      if (volume != null && volume.isInUse()) {
        return volume.report();
      }
    }
    return null;
  }

  /** The same of a volume as one NameNode has it, for those who have that at hand. */
  public static @Nullable VolumeReport find(DatanodeStorageInfo storage) {
    for (VolumeHealth health : VolumeHealth.all()) {
      ReportedVolume volume = health.volumes().byStorageId.get(storage.getStorageID());
      if (volume != null && volume.isOf(storage)) {
        return volume.report();
      }
    }
    return null;
  }

  /** Whether a volume may be used otherwise than before. */
  boolean hear(DatanodeDescriptor node, StorageReport[] reports, long nowMs) {
    boolean changed = false;
    for (StorageReport report : reports) {
      String id = report.getStorage().getStorageID();
      DatanodeStorageInfo storage = node.getStorageInfo(id);
      if (storage != null && report instanceof VolumeStorageReport told) {
        changed |= hear(storage, told, nowMs);
      } else {
        changed |= byStorageId.remove(id) != null;
      }
    }
    changed |= forgetOthers(node.getStorageInfos(), reports);
    return changed;
  }

  /**
   * Forgets volumes that a DataNode has removed, or found failed. Hadoop keeps them as long as it
   * knows of blocks there, which may be for ever.
   */
  private boolean forgetOthers(DatanodeStorageInfo[] storages, StorageReport[] reports) {
    if (storages.length == reports.length) {
      return false;
    }
    Set<String> reported = new HashSet<>();
    for (StorageReport report : reports) {
      reported.add(report.getStorage().getStorageID());
    }
    boolean changed = false;
    for (DatanodeStorageInfo storage : storages) {
      String id = storage.getStorageID();
      ReportedVolume known = reported.contains(id) ? null : byStorageId.get(id);
      // a disk that has come to another DataNode is that one's
      changed |= known != null && known.isOf(storage) && byStorageId.remove(id, known);
    }
    return changed;
  }

  private boolean hear(DatanodeStorageInfo storage, VolumeStorageReport told, long nowMs) {
    ReportedVolume known = byStorageId.get(storage.getStorageID());
    if (known != null && known.isOf(storage)) {
      return known.hear(told, nowMs);
    }
    byStorageId.put(storage.getStorageID(), new ReportedVolume(storage, told, nowMs));
    return true;
  }

  /**
   * Forgets those whose DataNode died or has them no more.
   *
   * @param areAllChecked or only unhealthy ones, of which there are few
   */
  void forgetGone(boolean areAllChecked) {
    byStorageId
        .values()
        .removeIf(
            volume ->
                (areAllChecked || volume.state().condition().isUnhealthy()) && !volume.isInUse());
  }

  Collection<ReportedVolume> volumes() {
    return byStorageId.values();
  }
}
