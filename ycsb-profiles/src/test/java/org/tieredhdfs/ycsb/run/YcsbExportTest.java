package org.tieredhdfs.ycsb.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;
import site.ycsb.measurements.exporter.JSONArrayMeasurementsExporter;

/** Exports are written by YCSB's own measurements and exporter. */
class YcsbExportTest {

  @TempDir private Path directory;

  private final Measurements measurements = new Measurements(properties());

  private static Properties properties() {
    Properties properties = new Properties();
    properties.setProperty("hdrhistogram.percentiles", YcsbExport.PERCENTILES);
    return properties;
  }

  private void measured(String operation, Status status, int latencyUs) {
    measurements.measure(status.isOk() ? operation : operation + "-FAILED", latencyUs);
    measurements.reportStatus(operation, status);
  }

  private YcsbExport exported() throws IOException {
    Path file = directory.resolve("result.json");
    try (OutputStream out = Files.newOutputStream(file)) {
      JSONArrayMeasurementsExporter exporter = new JSONArrayMeasurementsExporter(out);
      exporter.write("OVERALL", "RunTime(ms)", 2500L);
      exporter.write("OVERALL", "Throughput(ops/sec)", 400.0);
      measurements.exportMeasurements(exporter);
      exporter.close();
    }
    return YcsbExport.read(file);
  }

  @Test
  void percentilesAreThoseOfTheOperationsThatWentWell() throws IOException {
    for (int i = 1; i <= 100; i++) {
      measured("READ", Status.OK, i * 10);
    }
    measured("READ", Status.ERROR, 5_000_000);

    YcsbExport export = exported();

    assertThat(export.runTimeMs()).isEqualTo(2500);
    assertThat(export.opsPerSec()).isEqualTo(400);
    assertThat(export.operations())
        .containsExactly(new OperationResult("read", 100, 1, 500, 950, 990, 1000));
    assertThat(export.attemptedOps()).isEqualTo(101);
  }

  @Test
  void whatIsNotFoundOrUnavailableCountsAsFailed() throws IOException {
    measured("READ", Status.NOT_FOUND, 10);
    measured("SCAN", Status.SERVICE_UNAVAILABLE, 10);

    assertThat(exported().operations())
        .extracting(OperationResult::name, OperationResult::count, OperationResult::failed)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("read", 0L, 1L),
            org.assertj.core.groups.Tuple.tuple("scan", 0L, 1L));
  }

  @Test
  void bufferedWritesThatFailLaterAreFailuresButNoFurtherOperations() throws IOException {
    for (int i = 0; i < 10; i++) {
      measured("INSERT", Status.BATCHED_OK, 3);
    }
    measurements.reportStatus("INSERT", Status.ERROR);
    measurements.reportStatus("INSERT", Status.ERROR);
    measurements.measure("CLEANUP", 120_000);

    YcsbExport export = exported();

    assertThat(export.attemptedOps()).isEqualTo(10);
    assertThat(export.operations()).hasSize(1);
    assertThat(export.operations().get(0).failed()).isEqualTo(2);
  }

  @Test
  void aReadModifyWriteIsOneOperation() throws IOException {
    measured("READ", Status.OK, 10);
    measured("UPDATE", Status.OK, 20);
    measurements.measure("READ-MODIFY-WRITE", 31);

    YcsbExport export = exported();

    assertThat(export.attemptedOps()).isEqualTo(1);
    assertThat(export.operations())
        .extracting(OperationResult::name)
        .containsExactly("read", "update", "readModifyWrite");
  }

  @Test
  void aThroughputThatIsNoNumberIsNone() throws IOException {
    Path file = directory.resolve("nan.json");
    Files.writeString(
        file,
        "[{\"metric\":\"OVERALL\",\"measurement\":\"Throughput(ops/sec)\",\"value\":\"NaN\"}]");

    assertThat(YcsbExport.read(file).opsPerSec()).isZero();
    assertThat(YcsbExport.read(file).attemptedOps()).isZero();
  }

  @Test
  void halfAFileIsRefused() throws IOException {
    Path file = directory.resolve("half.json");
    Files.writeString(file, "[{\"metric\":\"OVERALL\",");

    assertThatThrownBy(() -> YcsbExport.read(file)).isInstanceOf(IOException.class);
  }
}
