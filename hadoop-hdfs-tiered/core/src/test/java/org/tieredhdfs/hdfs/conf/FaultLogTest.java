package org.tieredhdfs.hdfs.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class FaultLogTest {
  private static final Logger LOGGER = LoggerFactory.getLogger(FaultLogTest.class);

  private final LogCapturer captured = LogCapturer.captureLogs(LOGGER);
  private final FaultLog log = new FaultLog(LOGGER, "left out");

  @AfterEach
  void stopCapturing() {
    captured.stopCapturing();
  }

  private long warnings() {
    return captured.getOutput().lines().filter(line -> line.contains("left out: ")).count();
  }

  @Test
  void firstFaultsAreLoggedAndLaterOnesAreNot() {
    log.warn(List.of());
    assertThat(warnings()).isZero();
    log.warn(List.of("a: bad", "b: bad"));
    log.warn(List.of("c: bad"));
    assertThat(captured.getOutput()).contains("left out: a: bad; b: bad").doesNotContain("c: bad");
  }

  @Test
  void manyThreadsLogOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Integer>> tasks = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        tasks.add(
            () -> {
              log.warn(List.of("a: bad"));
              return 0;
            });
      }
      threads.invokeAll(tasks);
    } finally {
      threads.shutdownNow();
    }
    assertThat(warnings()).isEqualTo(1);
  }
}
