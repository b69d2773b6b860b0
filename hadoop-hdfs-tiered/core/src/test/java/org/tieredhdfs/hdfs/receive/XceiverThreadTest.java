package org.tieredhdfs.hdfs.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class XceiverThreadTest {
  private static final int WRITES = 20_000;

  @TempDir Path folder;

  /** As stock's streams do: no interruption closes the file, and none is lost. */
  @Test
  void interruptionsWaitUntilTheWriteIsOver() throws Exception {
    Path file = folder.resolve("file");
    AtomicBoolean isDone = new AtomicBoolean();
    AtomicLong written = new AtomicLong();
    CompletableFuture<Boolean> wasInterrupted = new CompletableFuture<>();
    XceiverThread thread =
        new XceiverThread(
            Thread.currentThread().getThreadGroup(),
            () -> wasInterrupted.complete(write(file, written, isDone)));
    thread.start();
    while (!isDone.get()) {
      thread.interrupt();
    }
    assertThat(wasInterrupted.get(1, TimeUnit.MINUTES)).isTrue();
    assertThat(Files.size(file)).isEqualTo(written.get()).isGreaterThanOrEqualTo(WRITES);
  }

  /** Writes often, and until it was interrupted: whoever does that may come late. */
  private static boolean write(Path file, AtomicLong written, AtomicBoolean isDone) {
    boolean wasInterrupted = false;
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      for (int i = 0; i < WRITES || (!wasInterrupted && i < 1000 * WRITES); i++) {
        assertThat(XceiverThread.hold()).isTrue();
        try {
          written.addAndGet(channel.write(ByteBuffer.wrap(new byte[1])));
        } finally {
          XceiverThread.release();
        }
        wasInterrupted |= Thread.interrupted();
      }
    } catch (Exception | AssertionError e) {
      return false;
    } finally {
      isDone.set(true);
    }
    return wasInterrupted;
  }

  @Test
  void anInterruptionFromBeforeIsKept() throws Exception {
    CompletableFuture<Boolean> kept = new CompletableFuture<>();
    XceiverThread thread =
        new XceiverThread(
            Thread.currentThread().getThreadGroup(),
            () -> {
              Thread.currentThread().interrupt();
              XceiverThread.hold();
              boolean isHidden = !Thread.currentThread().isInterrupted();
              XceiverThread.release();
              kept.complete(isHidden && Thread.interrupted());
            });
    thread.start();

    assertThat(kept.get(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void noOtherThreadCanPutThemOff() {
    assertThat(XceiverThread.hold()).isFalse();
  }
}
