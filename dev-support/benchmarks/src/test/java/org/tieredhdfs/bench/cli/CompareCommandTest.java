package org.tieredhdfs.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.files.ReportFiles;
import picocli.CommandLine;

class CompareCommandTest {
  @TempDir Path folder;

  private static int run(Object... arguments) throws IOException {
    CompareCommand command = new CompareCommand();
    String[] words = new String[arguments.length];
    for (int i = 0; i < words.length; i++) {
      words[i] = arguments[i].toString();
    }
    new CommandLine(command).parseArgs(words);
    return command.call();
  }

  private Path written(String name, double... opsPerSec) throws IOException {
    ReportBuilder report = new ReportBuilder("ycsb");
    for (int i = 0; i < opsPerSec.length; i++) {
      report.add(new BenchmarkCase("1T_HDD", Side.OURS, i + 1, Map.of("opsPerSec", opsPerSec[i])));
    }
    new ReportFiles(folder.resolve(name)).write(report.build());
    return folder.resolve(name);
  }

  private static Path recorded() {
    try {
      return Path.of(
          Objects.requireNonNull(CompareCommandTest.class.getResource("/recorded-ycsb.json"))
              .toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aDifferenceIsNoFailureUnlessItIsAskedToBe() throws IOException {
    Path older = written("old", 100, 101, 99);
    Path newer = written("new", 80, 81, 79);
    assertThat(run(older, newer)).isZero();
    assertThat(run(older, newer, "--fail-on-worse")).isEqualTo(1);
    assertThat(run(newer, older, "--fail-on-worse")).isZero();
    assertThat(run(older, newer.resolve("report.json"), "--fail-on-worse")).isEqualTo(1);
  }

  @Test
  void aRecordedReportIsAsItIs() throws IOException {
    assertThat(run(recorded(), recorded(), "--fail-on-worse")).isZero();
  }

  @Test
  void namesTheReportThatIsMissingOrNone() throws IOException {
    Path there = written("old", 1);
    assertThatThrownBy(() -> run(there, folder.resolve("nowhere")))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("NEW: there is no ")
        .hasMessageContaining("nowhere");
    assertThatThrownBy(() -> run(folder, there))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("OLD: there is no ")
        .hasMessageContaining("report.json");
    Path text = Files.writeString(folder.resolve("text"), "no report");
    assertThatThrownBy(() -> run(there, text))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("not a report: " + text);
  }
}
