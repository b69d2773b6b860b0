package org.tieredhdfs.hdfs.datanode.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PatientCallerTest {
  private final PatientCaller caller = new PatientCaller("test", 2, 100);
  private final CountDownLatch end = new CountDownLatch(1);

  @AfterEach
  void close() {
    end.countDown();
    caller.close();
  }

  private boolean stuck() throws Exception {
    return caller.call(end::await);
  }

  @Test
  void tellsWhatTheCallThrew() throws Exception {
    assertThat(caller.call(() -> {})).isTrue();
    assertThatThrownBy(
            () ->
                caller.call(
                    () -> {
                      throw new EOFException("short");
                    }))
        .isInstanceOf(EOFException.class);
    assertThatThrownBy(
            () ->
                caller.call(
                    () -> {
                      throw new IllegalStateException("bad");
                    }))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void goesOnWithoutAStuckCallAndMakesNoMoreThanAllowed() throws Exception {
    long startNanos = System.nanoTime();
    assertThat(stuck()).isFalse();
    assertThat(stuck()).isFalse();
    long betweenNanos = System.nanoTime();
    // Both threads are stuck: not even tried
    assertThat(stuck()).isFalse();
    assertThat(System.nanoTime() - betweenNanos).isLessThan(90_000_000);
    assertThat(betweenNanos - startNanos).isBetween(200_000_000L, 2_000_000_000L);
  }
}
