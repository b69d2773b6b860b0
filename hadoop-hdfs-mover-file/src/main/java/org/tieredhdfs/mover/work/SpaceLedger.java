package org.tieredhdfs.mover.work;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.tieredhdfs.mover.transfer.Transfer;

/** The space that queued and running transfers will take on their targets. Thread-safe. */
public final class SpaceLedger {
  private final Map<String, Long> bytesByPlace = new HashMap<>();
  private final Map<StorageType, Long> bytesByType = new EnumMap<>(StorageType.class);

  synchronized void reserve(Transfer transfer) {
    add(transfer, transfer.sizeBytes());
  }

  synchronized void release(Transfer transfer) {
    add(transfer, -transfer.sizeBytes());
  }

  private void add(Transfer transfer, long bytes) {
    String place = LiveTargets.place(transfer.target().getDatanodeUuid(), transfer.type());
    if (bytesByPlace.merge(place, bytes, Long::sum) == 0) {
      bytesByPlace.remove(place);
    }
    bytesByType.merge(transfer.type(), bytes, Long::sum);
  }

  synchronized long reservedBytes(String node, StorageType type) {
    return bytesByPlace.getOrDefault(LiveTargets.place(node, type), 0L);
  }

  /** On all nodes together. */
  synchronized long reservedBytes(StorageType type) {
    return bytesByType.getOrDefault(type, 0L);
  }
}
