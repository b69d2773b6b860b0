package org.tieredhdfs.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricUnitTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "opsPerSec       | 4454.23    | 4,454 ops/s",
        "opsPerSec       | 12.345     | 12.3 ops/s",
        "filesPerSec     | 220        | 220 files/s",
        "writeMBPerSec   | 594.2      | 594.2 MB/s",
        "readP99Us       | 31400      | 31,400 µs",
        "p50Us           | 5.678      | 5.68 µs",
        "runTimeMs       | 1          | 1 ms",
        "writeCpuSecPerGB| 0.8512     | 0.851 CPU s/GB",
        "movedBytes      | 1536       | 1.50 KiB",
        "movedBytes      | 3221225472 | 3 GiB",
        "bytesPerSec     | 1048576    | 1 MiB/s",
        "fillPercent     | 4.5        | 4.50 %",
        "errors          | 0          | 0",
        "blocksMoved     | 1234567    | '1,234,567'",
      })
  void aValueIsWrittenWithTheUnitOfItsName(String metric, double value, String written) {
    assertThat(MetricUnit.of(metric).write(value)).isEqualTo(written);
  }

  @ParameterizedTest
  @CsvSource({"opsPerSec, HIGHER", "readP99Us, LOWER", "errors, LOWER", "movedBytes, UNKNOWN"})
  void whatIsBetterFollowsFromTheUnit(String metric, MetricUnit.Better better) {
    assertThat(MetricUnit.of(metric).better()).isEqualTo(better);
  }
}
