package org.tieredhdfs.hdfs.datanode.volume;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class RoundsTest {
  private final AtomicInteger rounds = new AtomicInteger();

  @AfterEach
  void forgetTheInterrupt() {
    Thread.interrupted();
  }

  @Test
  void theWorkGoesOnAfterAnExceptionAndAfterAnError() {
    Rounds.run(
        "test",
        () -> rounds.get() == 3,
        () -> {
          switch (rounds.incrementAndGet()) {
            case 1 -> throw new IllegalStateException("first");
            case 2 -> throw new OutOfMemoryError("unable to create native thread");
            default -> {}
          }
        });
    assertThat(rounds).hasValue(3);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void anInterruptEndsItEvenIfEveryRoundFails() {
    Rounds.run(
        "test",
        () -> false,
        () -> {
          if (rounds.incrementAndGet() == 2) {
            Thread.currentThread().interrupt();
          }
          throw new IllegalStateException("always");
        });
    assertThat(rounds).hasValue(2);
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
  }
}
