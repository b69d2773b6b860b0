package org.tieredhdfs.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessCostsTest {
  private static final String STAT =
      "8812 (java (a) b) S 1 8812 8812 0 -1 1077936192 52101 0 12 0 312 88 0 0 20 0 31 0 77 0\n";
  private static final String IO =
      "rchar: 6976\nwchar: 12\nsyscr: 1007\nsyscw: 93\nread_bytes: 0\nwrite_bytes: 0\n";

  @Test
  void addsUserAndSystemTimeWhateverTheProgramIsCalled() throws IOException {
    ProcessCosts costs = ProcessCosts.parse(STAT, IO);
    assertThat(costs.cpuNs()).isEqualTo((312 + 88) * 10_000_000L);
    assertThat(costs.ioCalls()).isEqualTo(1007 + 93);
  }

  @Test
  void refusesWhatTheKernelDoesNotWrite() {
    assertThatThrownBy(() -> ProcessCosts.parse("1 (x) S 1", IO)).hasMessageContaining("1 (x) S 1");
    assertThatThrownBy(() -> ProcessCosts.parse(STAT, "rchar: 1\n")).hasMessageContaining("syscr");
  }

  @Test
  void countsTheCallsOfThisProcess() throws IOException {
    long pid = ProcessHandle.current().pid();
    ProcessCosts before = ProcessCosts.of(pid);
    for (int i = 0; i < 100; i++) {
      Files.readString(Path.of("/proc/self/stat"));
    }
    ProcessCosts used = ProcessCosts.of(List.of(pid)).since(before);
    assertThat(used.ioCalls()).isGreaterThanOrEqualTo(100);
    assertThat(used.cpuNs()).isNotNegative();
  }

  @Test
  void namesNoCostsOfAProcessThatIsGone() {
    assertThatThrownBy(() -> ProcessCosts.of(Long.MAX_VALUE)).isInstanceOf(IOException.class);
  }
}
