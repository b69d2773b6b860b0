package org.tieredhdfs.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.files.ReportFiles;
import picocli.CommandLine;

class PredictCommandTest {
  @ParameterizedTest
  @CsvSource({
    "--small-share=1.5, --small-share",
    "--alone=HDD=0, --alone",
    "--data-gb=0, --data-gb"
  })
  void namesWhatIsOutOfRangeBeforeItReadsAReport(String argument, String option) {
    PredictCommand command = new PredictCommand();
    new CommandLine(command).parseArgs(argument);
    assertThatThrownBy(command::call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(option + ": '")
        .hasMessageContaining("it has to be");
  }

  @ParameterizedTest
  @CsvSource({
    "--ram-gb=-1, --ram-gb",
    "--ssd-gb=-1, --ssd-gb",
    "--wal-gb=-1, --wal-gb",
    "--sweep=HDD, --sweep"
  })
  void namesSizesThatAreOutOfRange(String argument, String option) {
    assertThatThrownBy(() -> call("--data-gb=10", argument))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(option + ": '")
        .hasMessageContaining("has to be");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--ram-gb=1", "--ssd-gb=1", "--wal-gb=1", "--sweep=RAM"})
  void namesWhatItNeedsToAnswer(String argument) {
    assertThatThrownBy(() -> call(argument))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("needs --data-gb");
  }

  @Test
  void writesTheCurveGbByGb(@TempDir Path folder) throws Exception {
    ReportBuilder report = new ReportBuilder("ycsb");
    report.add(row("50G_RAM", 100));
    report.add(row("1T_SSD", 50));
    report.add(row("1T_HDD", 20));
    new ReportFiles(folder).write(report.build());
    Path csv = folder.resolve("curve.csv");

    int exit =
        call("--report", folder.toString(), "--data-gb=10", "--sweep=RAM", "--csv", csv.toString());

    assertThat(exit).isZero();
    List<String> lines = Files.readAllLines(csv);
    assertThat(lines.get(0)).isEqualTo("medium,gb,opsPerSec,nextGbOpsPerSec");
    assertThat(lines.get(1)).startsWith("RAM,0,20.000,");
    // 30 GB of table files in three replicas, less than one of logs, and no archive
    assertThat(lines).hasSize(33);
    assertThat(lines.get(32)).isEqualTo("RAM,31,100.000,0.00000");
  }

  private static BenchmarkCase row(String name, double opsPerSec) {
    return new BenchmarkCase(
        name,
        Side.OURS,
        1,
        Map.of(
            "opsPerSec", opsPerSec,
            "walDiskBytes", 30.0,
            "flushedDiskBytes", 10.0,
            "compactedDiskBytes", 20.0,
            "flushedOutputBytes", 10.0,
            "compactedOutputBytes", 20.0));
  }

  private static int call(String... arguments) throws Exception {
    PredictCommand command = new PredictCommand();
    new CommandLine(command).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(arguments);
    return command.call();
  }
}
