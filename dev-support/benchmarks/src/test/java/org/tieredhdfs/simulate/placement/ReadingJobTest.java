package org.tieredhdfs.simulate.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReadingJobTest {
  private final ReadingJob job = new ReadingJob(2);

  @Test
  void blocksThatLieEvenlyAreReadWhereTheyLie() {
    for (int i = 0; i < 10; i++) {
      job.add(List.of(0));
      job.add(List.of(1));
    }

    assertThat(job.remotePercent(new Random(1))).isZero();
  }

  @Test
  void halfOfWhatLiesOnOneOfTwoIsReadOverTheNetwork() {
    for (int i = 0; i < 10; i++) {
      job.add(List.of(0));
    }

    assertThat(job.remotePercent(new Random(1))).isEqualTo(50);
  }

  @Test
  void aJobWithoutBlocksReadsNone() {
    assertThat(job.remotePercent(new Random(1))).isZero();
  }
}
