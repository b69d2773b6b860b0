package org.tieredhdfs.bench.predict;

import java.util.EnumMap;
import java.util.Map;
import org.tieredhdfs.ycsb.study.StudyMedium;

/**
 * Classes of files on memory, SSDs and hard disks, by heat: the hottest class gets memory until it
 * is full, the next what is left of it and then SSDs, and hard disks take the rest.
 *
 * @param gb of each class on each medium
 */
public record HeatPlacement(Map<HeatClass, Map<StudyMedium, Double>> gb) {

  /**
   * @param footprintsGb how much each class takes, on all nodes
   * @param ramGb in memory, on all nodes
   * @param ssdGb on SSDs, on all nodes
   */
  static HeatPlacement of(Map<HeatClass, Double> footprintsGb, double ramGb, double ssdGb) {
    Map<HeatClass, Map<StudyMedium, Double>> gb = new EnumMap<>(HeatClass.class);
    double ramLeft = ramGb;
    double ssdLeft = ssdGb;
    for (HeatClass heat : HeatClass.values()) {
      double size = footprintsGb.getOrDefault(heat, 0.0);
      double ram = Math.min(size, ramLeft);
      double ssd = Math.min(size - ram, ssdLeft);
      ramLeft -= ram;
      ssdLeft -= ssd;
      gb.put(
          heat,
          Map.of(StudyMedium.RAM, ram, StudyMedium.SSD, ssd, StudyMedium.HDD, size - ram - ssd));
    }
    return new HeatPlacement(gb);
  }

  /** How much of a class is on a medium. */
  public double gb(HeatClass heat, StudyMedium medium) {
    return gb.getOrDefault(heat, Map.of()).getOrDefault(medium, 0.0);
  }

  /** The same as a part of the class, 0 to 1. */
  double part(HeatClass heat, StudyMedium medium) {
    double size =
        gb.getOrDefault(heat, Map.of()).values().stream().mapToDouble(Double::doubleValue).sum();
    if (size == 0) {
      // nothing to store, but what is written is as hot as if it fitted
      return medium == StudyMedium.RAM ? 1 : 0;
    }
    return gb(heat, medium) / size;
  }
}
