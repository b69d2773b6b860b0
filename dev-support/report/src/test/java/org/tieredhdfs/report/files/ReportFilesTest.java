package org.tieredhdfs.report.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.SampleReports;
import org.tieredhdfs.report.Series;
import org.tieredhdfs.report.Side;

class ReportFilesTest {

  @TempDir private Path directory;

  @Test
  void whatIsWrittenIsReadBack() throws IOException {
    ReportFiles files = new ReportFiles(directory.resolve("made/on/the/way"));

    files.write(SampleReports.bench());
    assertThat(files.read()).isEqualTo(SampleReports.bench());
    files.write(SampleReports.demo());
    assertThat(files.read()).isEqualTo(SampleReports.demo());
  }

  @Test
  void onlyTheTwoFilesAreLeftBehind() throws IOException {
    new ReportFiles(directory).write(SampleReports.demo());

    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left.map(Path::getFileName).map(Path::toString))
          .containsExactlyInAnyOrder("report.json", "report.html");
    }
  }

  @Test
  void aFileIsReplacedWholeOrNotAtAll() throws IOException {
    ReportFiles files = new ReportFiles(directory);
    files.write(SampleReports.demo());
    // what cannot be replaced, as root too: a folder with something in it
    Files.delete(files.html());
    Files.createDirectories(files.html().resolve("in the way"));

    assertThatThrownBy(() -> files.write(SampleReports.bench())).isInstanceOf(IOException.class);
    assertThat(files.read()).isEqualTo(SampleReports.bench());
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left.map(Path::getFileName).map(Path::toString))
          .containsExactlyInAnyOrder("report.json", "report.html");
    }
  }

  @Test
  void whatIsNoReportIsNamedWithTheReason() throws IOException {
    ReportFiles files = new ReportFiles(directory);
    Files.writeString(files.json(), "{\"name\": \"x\", \"ok\": true, \"startedAt\": \"today\"}");

    assertThatThrownBy(files::read)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("report.json")
        .hasMessageContaining("today");
  }

  @Test
  void aReportOfALaterVersionIsRead() throws IOException {
    ReportFiles files = new ReportFiles(directory);
    files.write(SampleReports.demo());
    String json = Files.readString(files.json());
    Files.writeString(files.json(), json.replaceFirst("\\{", "{ \"new\": [1, 2],"));

    assertThat(files.read()).isEqualTo(SampleReports.demo());
  }

  @Test
  void theBuilderKnowsMachineVersionsAndTime() {
    Report report = new ReportBuilder("built").version("ours", "0.1.0").build();

    assertThat(report.ok()).isTrue();
    assertThat(report.machine().cores()).isEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(report.machine().memory()).isGreaterThan(Runtime.getRuntime().maxMemory() / 4);
    assertThat(report.machine().kernel()).startsWith(System.getProperty("os.name"));
    assertThat(report.versions())
        .containsEntry("ours", "0.1.0")
        .hasEntrySatisfying(
            "tieredHdfs",
            version ->
                assertThat(version).contains("-hadoop" + System.getProperty("hadoop.version")))
        .containsEntry("hadoop", System.getProperty("hadoop.version"))
        .hasEntrySatisfying("hbase", version -> assertThat(version).startsWith("2.6."));
    assertThat(Duration.between(report.startedAt(), Instant.now()))
        .isLessThan(Duration.ofMinutes(1));
  }

  @Test
  void afterAFailureAReportIsNotOk() {
    Report report = new ReportBuilder("built").failure("no space").build();

    assertThat(report.ok()).isFalse();
    assertThat(report.failures()).containsExactly("no space");
  }

  @Test
  void whatCannotBeMeasuredIsRefused() {
    assertThatThrownBy(() -> new BenchmarkCase("c", Side.OURS, 1, Map.of("opsPerSec", Double.NaN)))
        .hasMessageContaining("opsPerSec: 'NaN'");
    assertThatThrownBy(() -> new BenchmarkCase("c", Side.OURS, 1, Map.of("ops/s", 1.0)))
        .hasMessageContaining("metric: 'ops/s'");
    assertThatThrownBy(() -> new BenchmarkCase("c", Side.OURS, 0, Map.of()))
        .hasMessageContaining("repeat: '0'");
    assertThatThrownBy(() -> new Series("opsPerSec", List.of(1L), List.of()))
        .hasMessageContaining("1 times, but 0 values");
  }
}
