package org.tieredhdfs.hdfs.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

class ReceiveBuffersTest {
  private static final int SIZE = 4096;

  @Test
  void givesNoMoreThanTheBoundAndReusesWhatComesBack() {
    ReceiveBuffers buffers = new ReceiveBuffers();
    ByteBuffer first = Objects.requireNonNull(buffers.take(SIZE, true, 2 * SIZE));
    ByteBuffer second = Objects.requireNonNull(buffers.take(SIZE, false, 2 * SIZE));

    assertThat(buffers.take(SIZE, true, 2 * SIZE)).isNull();
    buffers.giveBack(second);
    buffers.giveBack(first);
    assertThat(buffers.take(SIZE, true, 2 * SIZE)).isSameAs(first);
    assertThat(buffers.allocatedBytes()).isEqualTo(SIZE);
  }

  @Test
  void aChangedSizePushesIdleBuffersOut() {
    ReceiveBuffers buffers = new ReceiveBuffers();
    ByteBuffer small = Objects.requireNonNull(buffers.take(SIZE, true, 2 * SIZE));
    buffers.giveBack(small);

    assertThat(buffers.take(2 * SIZE, true, 2 * SIZE)).isNotNull();
    assertThat(buffers.allocatedBytes()).isEqualTo(2 * SIZE);
  }

  /** Two equal buffers are not the same; nobody is given what another has. */
  @Test
  void noTwoThreadsHaveTheSameBuffer() throws Exception {
    ReceiveBuffers buffers = new ReceiveBuffers();
    Set<ByteBuffer> used =
        Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
    ExecutorService pool = Executors.newFixedThreadPool(8);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        all.add(pool.submit(() -> useMany(buffers, used)));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(buffers.allocatedBytes()).isLessThanOrEqualTo(5 * SIZE);
  }

  private static void useMany(ReceiveBuffers buffers, Set<ByteBuffer> used) {
    for (int i = 0; i < 20_000; i++) {
      ByteBuffer mine = buffers.take(SIZE, ThreadLocalRandom.current().nextInt(3) > 0, 5 * SIZE);
      if (mine != null) {
        assertThat(used.add(mine)).isTrue();
        assertThat(used.remove(mine)).isTrue();
        buffers.giveBack(mine);
      }
    }
  }
}
