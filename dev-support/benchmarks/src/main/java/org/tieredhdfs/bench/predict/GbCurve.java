package org.tieredhdfs.bench.predict;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.ycsb.study.StudyMedium;

/**
 * What each GB of a faster medium buys, while the others stay as they are.
 *
 * <p>The model behind it assumes:
 *
 * <ul>
 *   <li>Files are placed by {@linkplain HeatPlacement heat}, a class that fits in part in part.
 *   <li>All classes grow with the data, as they were at the end of the load that was measured.
 *   <li>More GB of a medium are not more volumes of it: they are as fast together as those that
 *       were measured.
 *   <li>The load goes on, and compactions keep up with it, as in the sustained throughput of {@link
 *       MixPredictor}. Reads and the page cache are not in it: the load only writes.
 * </ul>
 *
 * @param footprintsGb how much each class takes, on all nodes
 * @param ramGb in memory; what it is if SSDs are varied
 * @param ssdGb on SSDs; what it is if memory is varied
 */
public record GbCurve(
    MixPredictor predictor, Map<HeatClass, Double> footprintsGb, double ramGb, double ssdGb) {

  /**
   * A point.
   *
   * @param gb of the medium
   * @param opsPerSec predicted with so much of it
   * @param nextGbOpsPerSec what one more GB adds
   */
  public record Point(double gb, double opsPerSec, double nextGbOpsPerSec) {}

  /** With as much as there is. */
  public double opsPerSec() {
    return opsPerSec(ramGb, ssdGb);
  }

  /** Where the classes are with as much as there is. */
  public HeatPlacement placement() {
    return HeatPlacement.of(footprintsGb, ramGb, ssdGb);
  }

  /** What one more GB of memory or SSD adds to what there is. */
  public double nextGbOpsPerSec(StudyMedium medium) {
    return point(medium, medium == StudyMedium.RAM ? ramGb : ssdGb).nextGbOpsPerSec();
  }

  /** What all files need but the archive, for which a faster medium buys nothing. */
  public double usefulGb() {
    return footprintsGb.entrySet().stream()
        .filter(size -> size.getKey() != HeatClass.ARCHIVED)
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  /**
   * From none of the medium to as much as is useful.
   *
   * @param medium memory or SSD
   * @param maxSteps between the two ends; a step is a whole number of GB
   */
  public List<Point> points(StudyMedium medium, int maxSteps) {
    long end = (long) Math.ceil(usefulGb());
    long step = Math.max(1, (end + maxSteps - 1) / maxSteps);
    List<Point> points = new ArrayList<>();
    for (long gb = 0; gb < end + step; gb += step) {
      points.add(point(medium, (double) gb));
    }
    return points;
  }

  private Point point(StudyMedium medium, double gb) {
    double now = opsPerSec(medium, gb);
    return new Point(gb, now, opsPerSec(medium, gb + 1) - now);
  }

  /** With this much of a medium, and as much of the other as there is. */
  public double opsPerSec(StudyMedium medium, double gb) {
    return switch (medium) {
      case RAM -> opsPerSec(gb, ssdGb);
      case SSD -> opsPerSec(ramGb, gb);
      case HDD ->
          throw new IllegalArgumentException(
              "hard disks take what is left; memory or SSD can be varied");
    };
  }

  private double opsPerSec(double ram, double ssd) {
    return predictor.sustainedOpsPerSec(HeatPlacement.of(footprintsGb, ram, ssd));
  }
}
