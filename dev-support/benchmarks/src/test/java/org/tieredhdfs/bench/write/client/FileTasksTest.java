package org.tieredhdfs.bench.write.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;

class FileTasksTest {
  private static Latencies one(long ns) {
    Latencies latencies = new Latencies(1);
    latencies.add(ns);
    return latencies;
  }

  @Test
  void everyFileHasItsTurnAndAllLatenciesCount() throws Exception {
    Set<Integer> files = new ConcurrentSkipListSet<>();
    Map<String, Double> figures =
        FileTasks.run(
            10,
            3,
            4096,
            file -> {
              files.add(file);
              return one(file);
            });
    assertThat(files).hasSize(10);
    assertThat(figures)
        .containsEntry("bytes", 4096.0)
        .containsEntry("ops", 10.0)
        .containsEntry("p50Ns", 4.0)
        .containsEntry("p99Ns", 9.0)
        .containsKeys("elapsedNs", "taskNs");
  }

  @Test
  void aFileThatFailsFailsAll() {
    assertThatThrownBy(
            () ->
                FileTasks.run(
                    3,
                    2,
                    0,
                    file -> {
                      if (file == 1) {
                        throw new IOException("gone");
                      }
                      return one(1);
                    }))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("gone");
  }
}
