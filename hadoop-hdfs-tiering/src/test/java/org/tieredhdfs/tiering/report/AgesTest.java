package org.tieredhdfs.tiering.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgesTest {
  private static final long DAY_MS = TimeUnit.DAYS.toMillis(1);

  @ParameterizedTest
  @CsvSource({
    "0, 1d",
    "1, 7d",
    "6, 7d",
    "7, 30d",
    "29, 30d",
    "30, 90d",
    "90, 180d",
    "179, 180d",
    "180, 1y",
    "364, 1y",
    "365, 2y",
    "729, 2y",
    "730, older",
    "20000, older",
    "106751991167, older"
  })
  void aFileIsInTheRangeThatItIsYoungerThan(long days, String range) {
    assertThat(Ages.RANGES.get(Ages.range(Ages.step(days * DAY_MS)))).isEqualTo(range);
  }

  @Test
  void aFileOfTheFutureIsNew() {
    assertThat(Ages.step(-5)).isZero();
    assertThat(Ages.step(Long.MIN_VALUE)).isZero();
  }

  @Test
  void eachStepEndsWhereTheNextBegins() {
    for (int step = 0; step < Ages.STEPS - 1; step++) {
      long endMs = Objects.requireNonNull(Ages.endMs(step));
      assertThat(Ages.step(endMs - 1)).isEqualTo(step);
      assertThat(Ages.step(endMs)).isEqualTo(step + 1);
    }
  }

  @Test
  void eachRangeEndsWithAStep() {
    for (int range = 0; range < Ages.RANGES.size(); range++) {
      int last = Ages.lastStep(range);
      assertThat(Ages.range(last)).isEqualTo(range);
      assertThat(last == Ages.STEPS - 1 || Ages.range(last + 1) == range + 1).isTrue();
    }
  }
}
