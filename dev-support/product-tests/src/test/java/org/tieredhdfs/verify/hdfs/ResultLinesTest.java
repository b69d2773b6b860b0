package org.tieredhdfs.verify.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultLinesTest {
  @TempDir Path tmp;

  /** A result of this test. */
  record Line(int number, String subject) {}

  private static Line result(int number) {
    return new Line(number, "ours");
  }

  private static ResultLines<Line> open(Path file, String subject) throws IOException {
    return ResultLines.open(file, Line.class, Line::subject, subject);
  }

  @Test
  void interruptedRunGoesOnBehindTheLastWholeLine() throws Exception {
    Path file = tmp.resolve("run/cuts.jsonl");
    ResultLines<Line> first = open(file, "ours");
    first.add(result(1));
    first.add(result(2));
    Files.writeString(file, "{\"number\":3,", StandardOpenOption.APPEND);

    ResultLines<Line> second = open(file, "ours");
    assertThat(second.all()).containsExactly(result(1), result(2));

    second.add(result(3));
    assertThat(open(file, "ours").all()).hasSize(3);
  }

  @Test
  void resultsOfAnotherSubjectAreRefused() throws Exception {
    Path file = tmp.resolve("cuts.jsonl");
    open(file, "ours").add(result(1));

    assertThatThrownBy(() -> open(file, "ours, killed"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has results of 'ours', not of 'ours, killed'");
  }
}
