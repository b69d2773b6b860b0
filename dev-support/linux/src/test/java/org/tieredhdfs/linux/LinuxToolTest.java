package org.tieredhdfs.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.linux.LinuxTool.ToolException;

class LinuxToolTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @Test
  void returnsWhatTheToolWroteOnBothStreams() throws ToolException {
    assertThat(LinuxTool.run(LIMIT, "sh", "-c", "echo out; echo err >&2")).isEqualTo("out\nerr");
  }

  @Test
  void saysWhichCommandFailedHowAndWhy() {
    assertThatThrownBy(() -> LinuxTool.run(LIMIT, "sh", "-c", "echo no such disk >&2; exit 3"))
        .isInstanceOf(ToolException.class)
        .hasMessageContaining("sh -c")
        .hasMessageContaining("failed with code 3")
        .hasMessageContaining("no such disk");
  }

  @Test
  void endsAToolThatTakesTooLong() {
    long startNs = System.nanoTime();
    assertThatThrownBy(() -> LinuxTool.run(Duration.ofMillis(300), "sleep", "60"))
        .isInstanceOf(ToolException.class)
        .hasMessageContaining("'sleep 60' did not end within");
    assertThat(Duration.ofNanos(System.nanoTime() - startNs)).isLessThan(Duration.ofSeconds(20));
  }

  @Test
  void survivesMoreOutputThanItKeeps() throws ToolException {
    assertThat(LinuxTool.run(LIMIT, "sh", "-c", "head -c 1000000 /dev/zero | tr '\\0' x"))
        .hasSize(64 * 1024);
  }

  @Test
  void saysThatAToolIsMissing() {
    assertThatThrownBy(() -> LinuxTool.run(LIMIT, "no-such-tool-at-all"))
        .isInstanceOf(ToolException.class)
        .hasMessageContaining("cannot run 'no-such-tool-at-all'");
    assertThat(LinuxTool.isInstalled("no-such-tool-at-all")).isFalse();
    assertThat(LinuxTool.isInstalled("sh")).isTrue();
  }
}
