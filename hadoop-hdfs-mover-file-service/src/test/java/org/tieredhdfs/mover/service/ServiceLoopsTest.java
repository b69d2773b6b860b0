package org.tieredhdfs.mover.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.mover.service.journal.FencedException;
import org.tieredhdfs.mover.transfer.Backoff;

class ServiceLoopsTest {
  private static final long PATIENCE_S = 60;

  private final ServiceLoops loops = new ServiceLoops(new Backoff(1, 2));

  @Test
  void aRoundThatFailsIsDoneAgain() throws Exception {
    AtomicInteger rounds = new AtomicInteger();
    CountDownLatch third = new CountDownLatch(1);
    loops.start(
        "failing",
        () -> {
          switch (rounds.incrementAndGet()) {
            case 1 -> throw new IOException("for a test");
            case 2 -> throw new IllegalStateException("for a test");
            default -> {
              third.countDown();
              Thread.sleep(Long.MAX_VALUE);
            }
          }
        });
    assertThat(third.await(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
    assertThat(loops.failure()).isNull();
    loops.close();
  }

  @Test
  void anErrorIsToldAndSoIsAnotherInstanceThatHasTakenOver() throws Exception {
    Error error = new NoClassDefFoundError("for a test");
    loops.start(
        "broken",
        () -> {
          throw error;
        });
    assertThat(failureOf(loops)).isSameAs(error);
    loops.close();

    try (ServiceLoops others = new ServiceLoops(new Backoff(1, 2))) {
      others.start(
          "fenced",
          () -> {
            throw new FencedException("for a test");
          });
      assertThat(failureOf(others)).isInstanceOf(FencedException.class);
    }
  }

  private static Throwable failureOf(ServiceLoops loops) throws InterruptedException {
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
    Throwable failure = loops.failure();
    while (failure == null) {
      assertThat(System.nanoTime()).as("nothing is told").isLessThan(deadlineNs);
      Thread.sleep(1);
      failure = loops.failure();
    }
    return failure;
  }
}
