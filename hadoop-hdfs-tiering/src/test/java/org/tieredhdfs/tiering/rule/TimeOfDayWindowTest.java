package org.tieredhdfs.tiering.rule;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.LocalTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeOfDayWindowTest {
  @ParameterizedTest(name = "{0} at {1}: {2}")
  @CsvSource({
    "01:00-05:30, 01:00, PT0S",
    "01:00-05:30, 05:29:59, PT0S",
    "01:00-05:30, 05:30, PT19H30M",
    "01:00-05:30, 00:59, PT1M",
    "22:00 - 06:00, 23:59, PT0S",
    "22:00-06:00, 00:00, PT0S",
    "22:00-06:00, 05:59, PT0S",
    "22:00-06:00, 06:00, PT16H",
    "22:00-06:00, 21:00, PT1H",
    "22:00-00:00, 23:00, PT0S",
    "22:00-00:00, 00:00, PT22H",
    "00:00-23:59, 12:00, PT0S",
  })
  void aWindowIsOpenFromItsFirstTimeUntilItsSecond(
      String window, LocalTime now, Duration untilOpen) {
    assertThat(requireNonNull(TimeOfDayWindow.parse(window)).untilOpen(now)).isEqualTo(untilOpen);
  }
}
