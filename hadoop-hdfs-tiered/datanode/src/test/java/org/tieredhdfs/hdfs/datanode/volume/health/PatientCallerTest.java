package org.tieredhdfs.hdfs.datanode.volume.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.io.EOFException;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.datanode.stock.StockField;

class PatientCallerTest {
  /** As long as a busy machine may need for a call that does nothing. */
  private static final long PATIENCE_MS = 5_000;

  private final PatientCaller caller = new PatientCaller("test", 2, PATIENCE_MS);
  private final CountDownLatch end = new CountDownLatch(1);

  @AfterEach
  void close() {
    end.countDown();
    caller.close();
  }

  @Test
  void tellsWhatTheCallThrew() throws Exception {
    assertThat(caller.call("a", () -> {})).isTrue();
    assertThatThrownBy(
            () ->
                caller.call(
                    "a",
                    () -> {
                      throw new EOFException("short");
                    }))
        .isInstanceOf(EOFException.class);
    assertThatThrownBy(
            () ->
                caller.call(
                    "a",
                    () -> {
                      throw new IllegalStateException("bad");
                    }))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void goesOnWithoutAStuckCallAndMakesNoMoreThanAllowed() throws Exception {
    try (PatientCaller hasty = new PatientCaller("test", 2, 100)) {
      assertThat(hasty.call("a", end::await)).isFalse();
      assertThat(hasty.call("b", end::await)).isFalse();
      // Both threads are stuck: not even tried
      assertThat(hasty.call("c", () -> fail("no thread is left"))).isFalse();
    }
  }

  @Test
  void aSubjectThatIsLateCostsOneThreadAndNoFurtherWait() throws Exception {
    assertThat(caller.call("a", end::await)).isFalse();
    assertThat(caller.call("a", () -> fail("the one before is late"))).isFalse();
    assertThat(caller.call("b", () -> {})).isTrue();
    end.countDown();
    while (!caller.call("a", () -> {})) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aThreadThatCannotBeStartedIsNotTheEndOfWhoCalls() throws Exception {
    ThreadPoolExecutor threads =
        Objects.requireNonNull(
            StockField.of(PatientCaller.class, "threads", ThreadPoolExecutor.class).get(caller));
    ThreadFactory working = threads.getThreadFactory();
    threads.setThreadFactory(
        work -> {
          throw new OutOfMemoryError("unable to create native thread");
        });
    assertThat(caller.call("a", () -> fail("no thread"))).isFalse();
    threads.setThreadFactory(working);
    assertThat(caller.call("a", () -> {})).isTrue();
  }
}
