package org.tieredhdfs.bench.predict;

import java.util.EnumMap;
import java.util.Map;

/**
 * How much space each class of files takes at a time, in GB on all nodes, all replicas counted.
 * Immutable.
 */
public final class ClassFootprints {
  private final Map<HeatClass, Double> gb;

  private ClassFootprints(Map<HeatClass, Double> gb) {
    this.gb = new EnumMap<>(gb);
    gb.forEach(
        (heat, size) -> {
          if (!(size >= 0) || Double.isInfinite(size)) {
            throw new IllegalArgumentException(
                "the size of " + heat.label() + " is '" + size + "' GB; it has to be 0 or more");
          }
        });
  }

  /**
   * From what a load left behind.
   *
   * @param walBytes and the others: what was stored at its end, all replicas
   * @param smallShare of the compacted bytes that are in small files, 0 to 1
   * @param replicas of each file
   * @param dataGb of the table's files, flushed and compacted, in one replica: all classes grow
   *     with them
   */
  public static ClassFootprints of(
      double walBytes,
      double flushedBytes,
      double compactedBytes,
      double archivedBytes,
      double smallShare,
      int replicas,
      double dataGb) {
    double tableBytes = flushedBytes + compactedBytes;
    if (!(tableBytes > 0)) {
      throw new IllegalArgumentException(
          "the report does not say how many bytes of flushed and compacted files were stored");
    }
    double gbPerByte = dataGb * replicas / tableBytes;
    Map<HeatClass, Double> gb = new EnumMap<>(HeatClass.class);
    gb.put(HeatClass.WAL, walBytes * gbPerByte);
    gb.put(HeatClass.FLUSHED, flushedBytes * gbPerByte);
    gb.put(HeatClass.COMPACTED_SMALL, compactedBytes * smallShare * gbPerByte);
    gb.put(HeatClass.COMPACTED, compactedBytes * (1 - smallShare) * gbPerByte);
    gb.put(HeatClass.ARCHIVED, archivedBytes * gbPerByte);
    return new ClassFootprints(gb);
  }

  /**
   * The same with logs of another size: those of a cluster are deleted, those of a load were not.
   */
  public ClassFootprints withWalGb(double walGb) {
    Map<HeatClass, Double> other = new EnumMap<>(gb);
    other.put(HeatClass.WAL, walGb);
    return new ClassFootprints(other);
  }

  public double gb(HeatClass heat) {
    return gb.getOrDefault(heat, 0.0);
  }

  /** Of all classes. */
  public double totalGb() {
    return gb.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
