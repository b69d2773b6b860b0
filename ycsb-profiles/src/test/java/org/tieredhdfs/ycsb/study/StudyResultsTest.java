package org.tieredhdfs.ycsb.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class StudyResultsTest {

  @Test
  void casesAreComparedByTheFewestPublishedRatios() {
    assertThat(StudyResults.relative(StudyCase.C1T_HDD, StudyCase.C1T_HDD)).hasValue(1);
    // published as it is, and as well by way of SSDs alone
    assertThat(StudyResults.relative(StudyCase.C1T_SSD_HDD, StudyCase.C1T_HDD)).hasValue(1.36);
    assertThat(StudyResults.relative(StudyCase.C1T_RAM_SSD, StudyCase.C1T_HDD).orElseThrow())
        .isCloseTo(1.09 * 1.34, within(1e-9));
    assertThat(StudyResults.relative(StudyCase.C50G_SSD_4, StudyCase.C50G_HDD).orElseThrow())
        .isCloseTo(1.28 / 1.04, within(1e-9));
  }

  @Test
  void casesThatNoRatioConnectsAreNotCompared() {
    assertThat(StudyResults.relative(StudyCase.C1T_SSD_ALL_HDD, StudyCase.C1T_HDD)).isEmpty();
    assertThat(StudyResults.relative(StudyCase.C1T_RAM_SSD_HDD, StudyCase.C1T_HDD)).isEmpty();
  }
}
