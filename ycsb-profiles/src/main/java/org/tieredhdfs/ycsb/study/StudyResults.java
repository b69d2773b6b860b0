package org.tieredhdfs.ycsb.study;

import java.util.List;

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
}
