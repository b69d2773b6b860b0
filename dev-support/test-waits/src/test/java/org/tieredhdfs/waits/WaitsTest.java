package org.tieredhdfs.waits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;

class WaitsTest {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Duration SHORT = Duration.ofMillis(50);

  private final AtomicInteger asked = new AtomicInteger();

  @Test
  void endsAsSoonAsTheConditionHoldsAndAnswersWhatWasAskedFor() throws Exception {
    Waits.until("the third time", LONG, () -> asked.incrementAndGet() == 3);
    assertThat(asked).hasValue(3);
    assertThat(Waits.until("the fifth time", LONG, asked::incrementAndGet, count -> count == 5))
        .isEqualTo(5);
  }

  @Test
  void aFailureSaysWhatWasWaitedForAndHowItWasLast() {
    assertThatThrownBy(() -> Waits.until("that it rains", SHORT, () -> false))
        .isInstanceOf(ConditionTimeoutException.class)
        .hasMessageContaining("that it rains");
    assertThatThrownBy(() -> Waits.until("the weather", SHORT, () -> "sun", "rain"::equals))
        .hasMessageContainingAll("the weather", "sun");
  }

  @Test
  void theThreadThatWaitsAsksAndWhatItIsAnsweredByAnExceptionEndsTheWait() throws Exception {
    Set<Thread> threads = new HashSet<>();
    Waits.until("a thread", LONG, () -> threads.add(Thread.currentThread()));
    assertThat(threads).containsExactly(Thread.currentThread());
    assertThatThrownBy(
            () ->
                Waits.until(
                    "an answer",
                    LONG,
                    () -> {
                      throw new IOException("no answer");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("no answer");
  }
}
