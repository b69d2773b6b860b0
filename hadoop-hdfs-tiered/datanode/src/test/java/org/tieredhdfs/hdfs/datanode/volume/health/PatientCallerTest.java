package org.tieredhdfs.hdfs.datanode.volume.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

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

  private boolean stuck(String subject) throws Exception {
    return caller.call(subject, end::await);
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
    assertThat(stuck("a")).isFalse();
    assertThat(stuck("b")).isFalse();
    // Both threads are stuck: not even tried
    assertThat(caller.call("c", () -> fail("no thread is left"))).isFalse();
  }

  @Test
  void aSubjectThatIsLateCostsOneThreadAndNoFurtherWait() throws Exception {
    assertThat(stuck("a")).isFalse();
    assertThat(caller.call("a", () -> fail("the one before is late"))).isFalse();
    assertThat(caller.call("b", () -> {})).isTrue();
    end.countDown();
    while (!caller.call("a", () -> {})) {
      Thread.onSpinWait();
    }
  }
}
