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
 * @param kind of files
 * @param storageType by name
 * @param bytes of all replicas there
 * @param replicas how many blocks, each replica counted
 */
record StoredBytes(DemoFileClass kind, String storageType, long bytes, long replicas) {

  StoredBytes plus(StoredBytes more) {
    return new StoredBytes(kind, storageType, bytes + more.bytes, replicas + more.replicas);
  }

  /** The same by the classes that a report knows, in their order. */
  static List<Placement> placements(List<StoredBytes> stored) {
    Map<ReportedFileClass, Map<String, Placement>> sums = new EnumMap<>(ReportedFileClass.class);
    for (StoredBytes part : stored) {
      ReportedFileClass fileClass = part.kind.fileClass();
      sums.computeIfAbsent(fileClass, key -> new TreeMap<>())
          .merge(
              part.storageType,
              new Placement(fileClass, part.storageType, part.bytes, part.replicas),
              StoredBytes::sum);
    }
    return sums.values().stream().flatMap(byType -> byType.values().stream()).toList();
  }

  private static Placement sum(Placement one, Placement other) {
    return new Placement(
        one.fileClass(),
        one.storageType(),
        one.bytes() + other.bytes(),
        one.blocks() + other.blocks());
  }
}
