package org.tieredhdfs.localcluster.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProcessTerminationTest {
  private @Nullable Process started;

  @AfterEach
  void end() {
    if (started != null) {
      started.destroyForcibly();
    }
  }

  /** Says when it is ready, so that a signal does not come before the trap. */
  private Process shell(String script) throws Exception {
    Process process = new ProcessBuilder("sh", "-c", script).start();
    started = process;
    assertThat(process.getInputStream().read()).isEqualTo('r');
    return process;
  }

  @Test
  void aProcessThatListensEndsItself() throws Exception {
    Process process = shell("trap 'exit 7' TERM; echo r; while :; do sleep 0.1; done");

    ProcessTermination.of(process, 30);

    assertThat(process.exitValue()).isEqualTo(7);
  }

  @Test
  void aProcessThatDoesNotListenIsEndedByForce() throws Exception {
    Process process = shell("trap '' TERM; echo r; while :; do sleep 0.1; done");

    ProcessTermination.of(process, 1);

    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(128 + 9);
  }

  @Test
  void anInterruptedThreadDoesNotWait() throws Exception {
    Process process = shell("trap '' TERM; echo r; while :; do sleep 0.1; done");
    Thread.currentThread().interrupt();

    ProcessTermination.of(process, 50);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
  }
}
