package org.tieredhdfs.bench.cli;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class PredictCommandTest {
  @ParameterizedTest
  @CsvSource({
    "--small-share=1.5, --small-share",
    "--alone=HDD=0, --alone",
    "--volumes=SSD=-1, --volumes",
    "--mix-volumes=RAM=0, --mix-volumes"
  })
  void namesWhatIsOutOfRangeBeforeItReadsAReport(String argument, String option) {
    PredictCommand command = new PredictCommand();
    new CommandLine(command).parseArgs(argument);
    assertThatThrownBy(command::call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(option + ": '")
        .hasMessageContaining("it has to be");
  }
}
