package org.tieredhdfs.mover.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many calls of the NameNode are made at a time. */
@Timeout(120)
class NamenodeCallsTest {
  private static final long SLOW_NS = 1_000;
  private static final int MOST = 64;
  private static final int FEWEST = 2;

  private final AtomicLong nowNs = new AtomicLong();
  private final NamenodeCalls calls = new NamenodeCalls(MOST, SLOW_NS, nowNs::get);
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private @Nullable String slow() throws IOException {
    return calls.make(
        () -> {
          nowNs.addAndGet(SLOW_NS + 1);
          return "answer";
        });
  }

  private void quick(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      assertThat(calls.<String>make(() -> "answer")).isEqualTo("answer");
    }
  }

  @Test
  void aSlowCallHalvesThemAndARoundOfQuickOnesAddsOne() throws Exception {
    assertThat(calls.atOnce()).isEqualTo(MOST);
    assertThat(slow()).isEqualTo("answer");
    assertThat(calls.atOnce()).isEqualTo(MOST / 2);
    quick(MOST / 2);
    assertThat(calls.atOnce()).isEqualTo(MOST / 2 + 1);
    quick(MOST / 2);
    assertThat(calls.atOnce()).isEqualTo(MOST / 2 + 1);
    String unused =
        calls.make(
            false,
            () -> {
              nowNs.addAndGet(SLOW_NS + 1);
              return "a listing";
            });
    assertThat(calls.atOnce()).isEqualTo(MOST / 2 + 1);
    for (int i = 0; i < 10; i++) {
      assertThat(slow()).isEqualTo("answer");
    }
    assertThat(calls.atOnce()).isEqualTo(FEWEST);
    quick(MOST * MOST);
    assertThat(calls.atOnce()).isEqualTo(MOST);
  }

  @Test
  void onePauseOfTheNamenodeCountsOnce() throws Exception {
    CountDownLatch begun = new CountDownLatch(MOST);
    CountDownLatch pause = new CountDownLatch(1);
    List<Future<Boolean>> all = new ArrayList<>();
    for (int i = 0; i < MOST; i++) {
      all.add(
          threads.submit(
              () ->
                  calls.<Boolean>make(
                      () -> {
                        begun.countDown();
                        await(pause);
                        return true;
                      })));
    }
    begun.await();
    nowNs.addAndGet(SLOW_NS + 1);
    pause.countDown();
    for (Future<Boolean> one : all) {
      assertThat(one.get()).isTrue();
    }
    assertThat(calls.atOnce()).isEqualTo(MOST / 2);
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Test
  void whateverACallThrowsNoMoreThanAllowedAreMadeAndAllRoomIsGivenBack() throws Exception {
    for (int i = 0; i < 10; i++) {
      assertThat(slow()).isEqualTo("answer");
    }
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Callable<Boolean>> work = new ArrayList<>();
    for (int i = 0; i < MOST; i++) {
      int thread = i;
      work.add(
          () -> {
            for (int call = 0; call < 200; call++) {
              int kind = (thread + call) % 4;
              try {
                String unused =
                    calls.make(
                        () -> {
                          most.accumulateAndGet(running.incrementAndGet(), Math::max);
                          nowNs.addAndGet(SLOW_NS + 1);
                          running.decrementAndGet();
                          if (kind == 1) {
                            throw new IOException("planted");
                          } else if (kind == 2) {
                            throw new AssertionError("planted");
                          }
                          return null;
                        });
              } catch (IOException | AssertionError e) {
                assertThat(e).hasMessage("planted");
              }
            }
            return true;
          });
    }
    for (Future<Boolean> one : threads.invokeAll(work)) {
      assertThat(one.get()).isTrue();
    }
    assertThat(most.get()).isPositive().isLessThanOrEqualTo(FEWEST);
    quick(MOST * MOST);
    assertThat(calls.atOnce()).isEqualTo(MOST);
    onePauseOfTheNamenodeCountsOnce();
  }

  @Test
  void aCallThatWaitsForRoomCanBeInterrupted() throws Exception {
    for (int i = 0; i < 10; i++) {
      assertThat(slow()).isEqualTo("answer");
    }
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> calls.<String>make(() -> "answer"))
        .isInstanceOf(IOException.class)
        .hasMessage("interrupted before a call");
    assertThat(Thread.interrupted()).isTrue();
    quick(1);
  }
}
