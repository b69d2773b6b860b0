package org.tieredhdfs.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompilerTimesTest {
  @Test
  void areAPartOfTheTimesOfThisProcess() throws IOException {
    long pid = ProcessHandle.current().pid();
    long compilersNs = CompilerTimes.nanos(List.of(pid));
    assertThat(compilersNs).isPositive().isLessThan(ProcessCosts.of(pid).cpuNs());
  }

  @Test
  void areNoneOfAProcessThatIsGone() {
    assertThatThrownBy(() -> CompilerTimes.nanos(List.of(Long.MAX_VALUE)))
        .isInstanceOf(IOException.class);
  }
}
