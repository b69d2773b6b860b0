package org.tieredhdfs.hdfs.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.tieredhdfs.waits.Waits;

@Timeout(120)
class TimedChannelTest {
  private static final int SHORT_MS = 300;
  private static final int LONG_MS = 60_000;

  @Test
  void readThatTakesTooLongEndsAndClosesTheChannel() throws Exception {
    try (ChannelPair pair = ChannelPair.open();
        TimedChannel channel = new TimedChannel(pair.one())) {
      channel.setReadTimeoutMs(SHORT_MS);
      assertThatThrownBy(() -> channel.in().read())
          .isInstanceOf(SocketTimeoutException.class)
          .hasMessageContaining(SHORT_MS + " millis timeout");
      assertThat(pair.one().isOpen()).isFalse();
    }
  }

  @Test
  void writeThatNobodyReadsEndsAndClosesTheChannel() throws Exception {
    try (ChannelPair pair = ChannelPair.open();
        TimedChannel channel = new TimedChannel(pair.one())) {
      channel.setWriteTimeoutMs(SHORT_MS);
      assertThatThrownBy(() -> channel.out().write(new byte[64 << 20]))
          .isInstanceOf(SocketTimeoutException.class);
      assertThat(pair.one().isOpen()).isFalse();
    }
  }

  @Test
  void interruptEndsARead() throws Exception {
    try (ChannelPair pair = ChannelPair.open();
        TimedChannel channel = new TimedChannel(pair.one())) {
      channel.setReadTimeoutMs(LONG_MS);
      ExecutorService thread = Executors.newSingleThreadExecutor();
      Future<Integer> read = thread.submit(() -> channel.in().read());
      thread.shutdownNow();
      assertThatThrownBy(read::get).hasCauseInstanceOf(IOException.class);
    }
  }

  @Test
  void bytesComeInOrderWhileBothEndsWriteAndRead() throws Exception {
    try (ChannelPair pair = ChannelPair.open();
        TimedChannel one = new TimedChannel(pair.one());
        TimedChannel other = new TimedChannel(pair.other())) {
      byte[] there = random(3 << 20);
      byte[] back = random(2 << 20);
      for (TimedChannel channel : List.of(one, other)) {
        channel.setReadTimeoutMs(LONG_MS);
        channel.setWriteTimeoutMs(LONG_MS);
      }
      List<byte[]> read =
          inParallel(
              List.of(
                  () -> write(one, there),
                  () -> write(other, back),
                  () -> other.in().readNBytes(there.length),
                  () -> one.in().readNBytes(back.length)));
      assertThat(Arrays.equals(read.get(2), there)).isTrue();
      assertThat(Arrays.equals(read.get(3), back)).isTrue();
    }
  }

  @Test
  void noCallThatEndedInTimeIsTakenForLate() throws Exception {
    // a deadline that passes just when calls end: whichever comes first, the two agree
    for (int round = 0; round < 20; round++) {
      AtomicLong closed = new AtomicLong();
      IoDeadline deadline = new IoDeadline(closed::incrementAndGet);
      List<Callable<Long>> sides =
          List.of(
              () -> {
                long late = 0;
                for (int call = 0; call < 2_000 && late == 0; call++) {
                  long begun = deadline.begin(1);
                  late += deadline.end(begun) ? 0 : 1;
                }
                return late;
              },
              () -> {
                for (int look = 0; look < 20_000; look++) {
                  deadline.look();
                }
                return 0L;
              });
      assertThat(inParallel(sides).get(0)).isEqualTo(closed.get());
    }
  }

  @Test
  void closedChannelsAreWatchedNoLonger() throws Exception {
    int before = IoWatchdog.SHARED.watched();
    List<TimedChannel> channels = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      ChannelPair pair = ChannelPair.open();
      channels.add(new TimedChannel(pair.one()));
      channels.add(new TimedChannel(pair.other()));
    }
    assertThat(IoWatchdog.SHARED.watched()).isEqualTo(before + 80);
    for (TimedChannel channel : channels) {
      channel.close();
    }
    Waits.until(
        "nothing is watched", Duration.ofSeconds(30), () -> IoWatchdog.SHARED.watched() == before);
  }

  private static byte[] write(TimedChannel channel, byte[] bytes) throws IOException {
    Random sizes = new Random(7);
    for (int at = 0; at < bytes.length; ) {
      int length = Math.min(bytes.length - at, 1 + sizes.nextInt(100_000));
      channel.out().write(bytes, at, length);
      at += length;
    }
    return bytes;
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static <T> List<T> inParallel(List<Callable<T>> tasks) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> result : threads.invokeAll(tasks)) {
        results.add(result.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }
}
