package org.tieredhdfs.ycsb.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The bookkeeping alone, with connections that only know whether they are closed. */
@Timeout(60)
class SharedConnectionTest {

  private static final long TIMEOUT_MS = 30_000;

  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();
  private final SharedConnection shared = new SharedConnection();

  private Connection open() {
    opened.incrementAndGet();
    AtomicBoolean isClosed = new AtomicBoolean();
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, args) ->
                switch (method.getName()) {
                  case "close" -> {
                    if (isClosed.compareAndSet(false, true)) {
                      closed.incrementAndGet();
                    }
                    yield null;
                  }
                  case "isClosed" -> isClosed.get();
                  case "isAborted" -> false;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  @Test
  void allUsersGetTheSameAndTheLastOneClosesIt() throws Exception {
    shared.acquire();
    shared.acquire();
    Connection first = shared.get(this::open, TIMEOUT_MS);

    assertThat(shared.get(this::open, TIMEOUT_MS)).isSameAs(first);
    shared.release();
    assertThat(first.isClosed()).isFalse();
    shared.release();
    assertThat(first.isClosed()).isTrue();
    assertThatThrownBy(shared::release).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aLostConnectionIsReplacedOnceForAllWhoLostIt() throws Exception {
    shared.acquire();
    Connection lost = shared.get(this::open, TIMEOUT_MS);

    shared.discard(lost);
    Connection next = shared.get(this::open, TIMEOUT_MS);
    shared.discard(lost);

    assertThat(shared.get(this::open, TIMEOUT_MS)).isSameAs(next).isNotSameAs(lost);
    assertThat(lost.isClosed()).isTrue();
    assertThat(next.isClosed()).isFalse();
  }

  @Test
  void afterAFailureTheNextCallTriesAgain() throws Exception {
    shared.acquire();
    SharedConnection.Opener failing =
        () -> {
          throw new IOException("refused");
        };

    assertThatThrownBy(() -> shared.get(failing, TIMEOUT_MS)).hasMessage("refused");
    assertThat(shared.get(this::open, TIMEOUT_MS).isClosed()).isFalse();
  }

  @Test
  void aConnectionThatComesTooLateIsClosed() throws Exception {
    shared.acquire();
    CountDownLatch late = new CountDownLatch(1);
    SharedConnection.Opener slow =
        () -> {
          try {
            late.await();
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
          return open();
        };

    long startedNs = System.nanoTime();
    assertThatThrownBy(() -> shared.get(slow, 100)).hasMessageContaining("within 100 ms");
    assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNs)).isLessThan(30_000);
    late.countDown();
    long deadlineMs = System.currentTimeMillis() + TIMEOUT_MS;
    while (closed.get() == 0 && System.currentTimeMillis() < deadlineMs) {
      Thread.sleep(10);
    }
    assertThat(closed).hasValue(1);
  }

  @Test
  void underStressEveryConnectionIsUsableWhileHeldAndClosedInTheEnd() throws Exception {
    int threads = 16;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Integer>> results = new ArrayList<>();
      Callable<Integer> user =
          () -> {
            int uses = 0;
            for (int round = 0; round < 300; round++) {
              shared.acquire();
              Connection mine = shared.get(this::open, TIMEOUT_MS);
              if (ThreadLocalRandom.current().nextInt(10) == 0) {
                shared.discard(mine);
                mine = shared.get(this::open, TIMEOUT_MS);
              }
              uses += mine == null ? 0 : 1;
              shared.release();
            }
            return uses;
          };
      for (int i = 0; i < threads; i++) {
        results.add(pool.submit(user));
      }
      for (Future<Integer> result : results) {
        assertThat(result.get()).isEqualTo(300);
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(opened.get()).isPositive();
    assertThat(closed.get()).isEqualTo(opened.get());
  }
}
