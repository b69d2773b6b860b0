package org.tieredhdfs.mover.namenode;

import java.io.IOException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.util.functional.CallableRaisingIOE;

/**
 * The storage types that the cluster had recently and probably will have again, so that no block is
 * moved to a fallback because a DataNode restarts.
 *
 * <p>A type that no DataNode in service has counts for a time of grace, and after that as long as
 * the NameNode knows a dead DataNode with it that was not decommissioned. Used by one thread at a
 * time.
 */
final class RememberedTypes {

  private final long graceNs;
  private final Map<StorageType, Long> seenAtNs = new EnumMap<>(StorageType.class);

  RememberedTypes(long graceMs) {
    graceNs = TimeUnit.MILLISECONDS.toNanos(graceMs);
  }

  /** Records the types of DataNodes in service, or missed at a start. */
  void saw(Set<StorageType> types, long nowNs) {
    types.forEach(type -> seenAtNs.put(type, nowNs));
  }

  /**
   * The types that count, seen or not; those that have left the cluster are forgotten.
   *
   * @param missed the types of dead DataNodes that may return; asked only if a type was not seen
   *     for longer than the time of grace
   */
  Set<StorageType> counting(CallableRaisingIOE<Set<StorageType>> missed, long nowNs)
      throws IOException {
    EnumSet<StorageType> expired = EnumSet.noneOf(StorageType.class);
    seenAtNs.forEach(
        (type, atNs) -> {
          if (nowNs - atNs > graceNs) {
            expired.add(type);
          }
        });
    if (!expired.isEmpty()) {
      expired.removeAll(missed.apply());
      seenAtNs.keySet().removeAll(expired);
    }
    return Set.copyOf(seenAtNs.keySet());
  }
}
