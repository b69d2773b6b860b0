package org.tieredhdfs.ycsb.study;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The study's results: ratios of throughput between two of its cases.
 *
 * <p>From "Optimize Hadoop Cluster Performance with Various Storage Media" (Intel, 2016).
 */
public final class StudyResults {

  /**
   * One ratio.
   *
   * @param faster the case above the line
   * @param slower the case below it
   * @param opsRatio operations a second of the one by those of the other
   */
  public record Ratio(StudyCase faster, StudyCase slower, double opsRatio) {

    /** As it is written: {@code 1T_SSD / 1T_HDD}. */
    public String title() {
      return faster.caseName() + " / " + slower.caseName();
    }
  }

  private static final List<Ratio> RATIOS =
      List.of(
          new Ratio(StudyCase.C50G_RAM, StudyCase.C50G_HDD, 1.63),
          new Ratio(StudyCase.C50G_SSD, StudyCase.C50G_HDD, 1.28),
          new Ratio(StudyCase.C50G_SSD, StudyCase.C50G_SSD_4, 1.04),
          new Ratio(StudyCase.C1T_SSD, StudyCase.C1T_HDD, 1.34),
          new Ratio(StudyCase.C1T_SSD_HDD, StudyCase.C1T_HDD, 1.36),
          new Ratio(StudyCase.C1T_SSD, StudyCase.C1T_SSD_HDD, 0.98),
          new Ratio(StudyCase.C1T_RAM_SSD, StudyCase.C1T_SSD, 1.09),
          new Ratio(StudyCase.C1T_RAM_HDD, StudyCase.C1T_HDD, 0.89),
          new Ratio(StudyCase.C1T_RAM_SSD_ALL_HDD, StudyCase.C1T_SSD_ALL_HDD, 0.98));

  private StudyResults() {}

  /** In the study's order. */
  public static List<Ratio> ratios() {
    return RATIOS;
  }

  /**
   * The throughput of a case by that of another, from as few of the published ratios as possible;
   * empty if none lead from the one to the other.
   */
  public static OptionalDouble relative(StudyCase of, StudyCase to) {
    Map<StudyCase, Double> known = new EnumMap<>(StudyCase.class);
    Deque<StudyCase> next = new ArrayDeque<>(List.of(to));
    known.put(to, 1.0);
    while (!next.isEmpty()) {
      StudyCase from = next.remove();
      double value = known.getOrDefault(from, Double.NaN);
      for (Ratio ratio : RATIOS) {
        if (ratio.slower() == from
            && known.putIfAbsent(ratio.faster(), value * ratio.opsRatio()) == null) {
          next.add(ratio.faster());
        }
        if (ratio.faster() == from
            && known.putIfAbsent(ratio.slower(), value / ratio.opsRatio()) == null) {
          next.add(ratio.slower());
        }
      }
    }
    Double found = known.get(of);
    return found == null ? OptionalDouble.empty() : OptionalDouble.of(found);
  }
}
