package org.tieredhdfs.localcluster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

class MediaCommandTest {
  @Test
  void theVolumeStandsInFrontOfTheFactor() {
    ParseResult slow =
        new CommandLine(new MediaCommand()).parseArgs("slow", "dn0/DISK", "2.5").subcommand();

    assertThat(slow.matchedPositionalValue(0, "")).isEqualTo("dn0/DISK");
    assertThat(slow.matchedPositionalValue(1, 0.0)).isEqualTo(2.5);
  }
}
