package org.tieredhdfs.verify.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PowerResultsTest {
  @TempDir Path tmp;

  private static PowerResult result(int number) {
    return new PowerResult(
        number,
        7,
        "ours",
        true,
        List.of("dn1"),
        3,
        2,
        100,
        200,
        List.of("a file"),
        List.of(),
        5,
        9);
  }

  @Test
  void interruptedRunGoesOnBehindTheLastWholeLine() throws Exception {
    Path file = tmp.resolve("run/cuts.jsonl");
    PowerResults first = PowerResults.open(file, "ours");
    first.add(result(1));
    first.add(result(2));
    Files.writeString(file, "{\"number\":3,", StandardOpenOption.APPEND);

    PowerResults second = PowerResults.open(file, "ours");
    assertThat(second.all()).containsExactly(result(1), result(2));

    second.add(result(3));
    assertThat(PowerResults.open(file, "ours").all()).hasSize(3);
  }

  @Test
  void resultsOfAnotherSubjectAreRefused() throws Exception {
    Path file = tmp.resolve("cuts.jsonl");
    PowerResults.open(file, "ours").add(result(1));

    assertThatThrownBy(() -> PowerResults.open(file, "ours, killed"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has results of 'ours', not of 'ours, killed'");
  }
}
