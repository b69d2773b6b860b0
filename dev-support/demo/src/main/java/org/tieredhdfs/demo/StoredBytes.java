package org.tieredhdfs.demo;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tieredhdfs.report.Placement;
import org.tieredhdfs.report.ReportedFileClass;

/**
 * How much of a kind of files lies on a storage type.
 *
 * @param bytes of all replicas there
 * @param replicas how many blocks, each replica counted
 */
record StoredBytes(DemoFileClass kind, String storageType, long bytes, long replicas) {

  StoredBytes plus(StoredBytes more) {
    return new StoredBytes(kind, storageType, bytes + more.bytes, replicas + more.replicas);
  }

  /** The same by the classes that a report knows, in their order. */
  static List<Placement> placements(List<StoredBytes> stored) {
    Map<ReportedFileClass, Map<String, StoredBytes>> sums = new EnumMap<>(ReportedFileClass.class);
    for (StoredBytes part : stored) {
      sums.computeIfAbsent(part.kind.reported(), key -> new TreeMap<>())
          .merge(part.storageType, part, StoredBytes::plus);
    }
    return sums.values().stream()
        .flatMap(byType -> byType.values().stream())
        .map(sum -> new Placement(sum.kind.reported(), sum.storageType, sum.bytes, sum.replicas))
        .toList();
  }
}
