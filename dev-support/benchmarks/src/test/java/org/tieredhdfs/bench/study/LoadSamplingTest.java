package org.tieredhdfs.bench.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LoadSamplingTest {
  private static final int SAMPLES = 10;

  private final AtomicInteger asked = new AtomicInteger();
  private final CountDownLatch enough = new CountDownLatch(SAMPLES);

  /** Has no figures for every other one who asks. */
  private Map<ServerFigure, Long> sometimes() throws IOException {
    enough.countDown();
    int number = asked.incrementAndGet();
    if (number % 2 == 1) {
      throw new IOException("there is no such bean at the moment");
    }
    return Map.of(ServerFigure.MEM_STORE_BYTES, (long) number);
  }

  @Test
  void goesOnAfterASampleThatIsMissingAndHasBothEnds() throws Exception {
    LoadSampling.Samples samples;
    try (LoadSampling sampling = LoadSampling.start(this::sometimes, List.of(), 1)) {
      enough.await();
      samples = sampling.finish();
    }
    assertThat(samples.moments()).hasSizeGreaterThanOrEqualTo(SAMPLES / 2);
    assertThat(samples.moments())
        .extracting(moment -> ServerFigure.MEM_STORE_BYTES.in(moment.servers()))
        .isSorted()
        .startsWith(2L);
    assertThat(samples.metrics())
        .containsEntry("samplesTaken", (double) samples.moments().size())
        .containsEntry("memStoreMaxBytes", (double) asked.get());
  }
}
