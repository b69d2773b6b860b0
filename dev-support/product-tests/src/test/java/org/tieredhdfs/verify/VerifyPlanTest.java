package org.tieredhdfs.verify;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class VerifyPlanTest {
  private static void check(String option) {
    CommandLine.populateCommand(new VerifyHbaseCommand(), option).check();
  }

  @Test
  void refusesWhatCannotBeWithTheOptionsName() {
    assertThatThrownBy(() -> check("--minutes=0"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("--minutes: '0 s' is not allowed; it has to be from 10 to 604800 s");
    assertThatThrownBy(() -> check("--rows=0"))
        .hasMessage("--rows: '0' is not allowed; it has to be from 1 to 20000000");
    assertThatThrownBy(() -> check("--writers=65"))
        .hasMessage("--writers: '65' is not allowed; it has to be from 1 to 64");
  }
}
