package org.tieredhdfs.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class CpuTimesTest {
  private static final String STAT =
      "cpu  100 20 30 400 50 6 7 80 9 10\ncpu0 50 10 15 200 25 3 3 40 4 5\nintr 1\n";

  @Test
  void sumsUpWhatIsCountedOnceAndKnowsWhatWasStolen() throws Exception {
    assertThat(CpuTimes.parse(STAT)).isEqualTo(new CpuTimes(693, 80));
  }

  @Test
  void theShareIsOfAllTimeInBetween() {
    CpuTimes before = new CpuTimes(1_000, 100);
    assertThat(new CpuTimes(1_200, 150).stolenPercentSince(before)).isEqualTo(25);
    assertThat(new CpuTimes(1_200, 99).stolenPercentSince(before)).isZero();
    assertThat(before.stolenPercentSince(before)).isZero();
  }

  @Test
  void readsWhatThisMachineSays() throws Exception {
    assertThat(CpuTimes.now().totalTicks()).isPositive();
  }

  @Test
  void refusesWhatIsNoSum() {
    assertThatThrownBy(() -> CpuTimes.parse("cpu0 1 2 3 4 5 6 7 8\n"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("'cpu0 1 2 3 4 5 6 7 8'");
  }
}
