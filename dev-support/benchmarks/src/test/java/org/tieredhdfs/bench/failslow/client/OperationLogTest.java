package org.tieredhdfs.bench.failslow.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperationLogTest {
  @TempDir Path tmp;

  @Test
  void recordsOperationsHoweverTheyEnd() throws IOException {
    Path file = tmp.resolve("log");
    long beginUs = System.currentTimeMillis() * 1_000;
    try (OperationLog log = new OperationLog(file)) {
      log.time(OperationKind.PUT, () -> {});
      assertThatThrownBy(
              () ->
                  log.time(
                      OperationKind.OTHER_HFLUSH,
                      () -> {
                        throw new IOException("no");
                      }))
          .hasMessage("no");
    }
    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0)).matches("PUT \\d+ \\d+ 1");
    assertThat(lines.get(1)).matches("OTHER_HFLUSH \\d+ \\d+ 0");
    long atUs = Long.parseLong(lines.get(0).split(" ", -1)[1]);
    assertThat(atUs).isGreaterThanOrEqualTo(beginUs);
  }

  @Test
  void namesKindsAsMetricsDo() {
    assertThat(OperationKind.PUT.word()).isEqualTo("put");
    assertThat(OperationKind.OTHER_HFLUSH.word()).isEqualTo("otherHflush");
  }
}
