package org.tieredhdfs.mover.work;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.tieredhdfs.mover.transfer.Transfer;

/** The room that transfers which are queued or running will take on their targets. Thread-safe. */
final class SpaceLedger {
  private final Map<String, Long> bytesByPlace = new HashMap<>();
  private final Map<String, Integer> movesByNode = new HashMap<>();
  private int moves;

  synchronized void reserve(Transfer transfer) {
    bytesByPlace.merge(place(transfer), transfer.sizeBytes(), Long::sum);
    movesByNode.merge(transfer.target().getDatanodeUuid(), 1, Integer::sum);
    moves++;
  }

  synchronized void release(Transfer transfer) {
    if (bytesByPlace.merge(place(transfer), -transfer.sizeBytes(), Long::sum) == 0) {
      bytesByPlace.remove(place(transfer));
    }
    String node = transfer.target().getDatanodeUuid();
    if (movesByNode.merge(node, -1, Integer::sum) == 0) {
      movesByNode.remove(node);
    }
    moves--;
  }

  synchronized long reservedBytes(String node, StorageType type) {
    return bytesByPlace.getOrDefault(place(node, type), 0L);
  }

  /** Moves to all nodes together. */
  synchronized int moves() {
    return moves;
  }

  synchronized int moves(String node) {
    return movesByNode.getOrDefault(node, 0);
  }

  private static String place(Transfer transfer) {
    return place(transfer.target().getDatanodeUuid(), transfer.type());
  }

  private static String place(String node, StorageType type) {
    return node + ' ' + type.name();
  }
}
