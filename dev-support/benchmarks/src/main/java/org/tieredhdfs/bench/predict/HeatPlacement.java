package org.tieredhdfs.bench.predict;

import java.util.EnumMap;
import java.util.Map;
import org.tieredhdfs.ycsb.study.StudyMedium;

/**
 * Classes of files on memory, SSDs and hard disks, by heat: the hottest class gets memory until it
 * is full, the next what is left of it and then SSDs, and hard disks take the rest. Immutable.
 */
public final class HeatPlacement {
  private final ClassFootprints footprints;
  private final Map<HeatClass, Map<StudyMedium, Double>> gb = new EnumMap<>(HeatClass.class);

  /**
   * @param ramGb in memory, on all nodes
   * @param ssdGb on SSDs, on all nodes
   */
  public HeatPlacement(ClassFootprints footprints, double ramGb, double ssdGb) {
    this.footprints = footprints;
    double ramLeft = ramGb;
    double ssdLeft = ssdGb;
    for (HeatClass heat : HeatClass.values()) {
      double size = footprints.gb(heat);
      double ram = Math.min(size, ramLeft);
      double ssd = Math.min(size - ram, ssdLeft);
      ramLeft -= ram;
      ssdLeft -= ssd;
      Map<StudyMedium, Double> placed = new EnumMap<>(StudyMedium.class);
      placed.put(StudyMedium.RAM, ram);
      placed.put(StudyMedium.SSD, ssd);
      placed.put(StudyMedium.HDD, size - ram - ssd);
      gb.put(heat, placed);
    }
  }

  /** How much of a class is on a medium. */
  public double gb(HeatClass heat, StudyMedium medium) {
    return gb.getOrDefault(heat, Map.of()).getOrDefault(medium, 0.0);
  }

  /** The same as a part of the class, 0 to 1. */
  double part(HeatClass heat, StudyMedium medium) {
    double size = footprints.gb(heat);
    if (size == 0) {
      // nothing to store, but what is written is as hot as if it fitted
      return medium == StudyMedium.RAM ? 1 : 0;
    }
    return gb(heat, medium) / size;
  }
}
