package org.tieredhdfs.mover.plan;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;

/** How many replicas each storage type lacks (positive) or has too many (negative). */
final class TypeBalance {
  private final Map<StorageType, Integer> lacking = new EnumMap<>(StorageType.class);
  private int surplus;

  TypeBalance(BlockModel block) {
    block.wanted().forEach(type -> lacking.merge(type, 1, Integer::sum));
    block.replicas().forEach(replica -> lacking.merge(replica.type(), -1, Integer::sum));
    surplus = lacking.values().stream().mapToInt(count -> Math.max(0, -count)).sum();
  }

  /** How many replicas are on types that have too many. */
  int surplus() {
    return surplus;
  }

  boolean hasTooMany(StorageType type) {
    return lacking.getOrDefault(type, 0) < 0;
  }

  /** How many replicas the type lacks; zero if none. */
  int lacking(StorageType type) {
    return Math.max(0, lacking.getOrDefault(type, 0));
  }

  /** The types that lack replicas. */
  List<StorageType> lacking() {
    return lacking.keySet().stream().filter(type -> lacking(type) > 0).toList();
  }

  void move(StorageType from, StorageType to) {
    add(from, 1);
    add(to, -1);
  }

  private void add(StorageType type, int change) {
    int before = lacking.getOrDefault(type, 0);
    int after = before + change;
    surplus += Math.max(0, -after) - Math.max(0, -before);
    lacking.put(type, after);
  }
}
