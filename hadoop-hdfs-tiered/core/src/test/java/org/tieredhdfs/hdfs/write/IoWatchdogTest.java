package org.tieredhdfs.hdfs.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.tieredhdfs.waits.Waits;

@Timeout(120)
class IoWatchdogTest {
  private static final int SHORT_MS = 1;

  private final AtomicInteger threads = new AtomicInteger();

  /** A machine that has no thread left at the first time. */
  private final ThreadFactory noneAtFirst =
      work ->
          threads.getAndIncrement() > 0
              ? daemon(work)
              : new Thread(work) {
                @Override
                public synchronized void start() {
                  throw new OutOfMemoryError("unable to create native thread");
                }
              };

  private static Thread daemon(Runnable work) {
    Thread daemon = new Thread(work);
    daemon.setDaemon(true);
    return daemon;
  }

  private static IoDeadline calling(Closeable channel) {
    IoDeadline deadline = new IoDeadline(channel);
    assertThat(deadline.begin(SHORT_MS)).isPositive();
    return deadline;
  }

  @Test
  void afterAThreadThatCouldNotBeStartedTheNextChannelGetsOne() throws Exception {
    IoWatchdog watchdog = new IoWatchdog(noneAtFirst);
    IoDeadline unwatched = calling(() -> {});
    assertThatThrownBy(() -> watchdog.watch(unwatched)).isInstanceOf(OutOfMemoryError.class);
    assertThat(watchdog.watched()).isZero();

    CountDownLatch closed = new CountDownLatch(1);
    IoDeadline deadline = calling(closed::countDown);
    watchdog.watch(deadline);
    assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
    watchdog.leave(deadline);
  }

  @Test
  void aChannelThatCannotBeClosedKeepsNoOtherFromIt() throws Exception {
    IoWatchdog watchdog = new IoWatchdog(IoWatchdogTest::daemon);
    AtomicInteger tried = new AtomicInteger();
    IoDeadline broken =
        calling(
            () -> {
              tried.incrementAndGet();
              throw new NoClassDefFoundError("nio");
            });
    watchdog.watch(broken);
    Waits.until("the first was tried", Duration.ofSeconds(60), () -> tried.get() > 0);

    CountDownLatch closed = new CountDownLatch(1);
    IoDeadline deadline = calling(closed::countDown);
    watchdog.watch(deadline);
    assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
    watchdog.leave(broken, deadline);
  }
}
