package org.tieredhdfs.mover.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One request at a time moves a block. */
@Timeout(60)
class MovedBlocksTest {
  private final MovedBlocks blocks = new MovedBlocks();

  @Test
  void aBlockHasOneHolder() {
    assertThat(blocks.claim(1, "a", 0)).isTrue();
    assertThat(blocks.claim(1, "a", 0)).isTrue();
    assertThat(blocks.claim(1, "b", 0)).isFalse();
    assertThat(blocks.claim(2, "b", 0)).isTrue();
    blocks.release(1, "b", 1);
    assertThat(blocks.claim(1, "b", 2)).isFalse();
  }

  @Test
  void whoHasLookedBeforeTheMoveEndedLooksAgain() {
    assertThat(blocks.claim(1, "a", 0)).isTrue();
    blocks.release(1, "a", 100);

    assertThat(blocks.claim(1, "b", 99)).isFalse();
    assertThat(blocks.claim(1, "b", 101)).isTrue();
  }

  @Test
  void manyAtOnceNeverShareABlock() throws Exception {
    int threads = 8;
    AtomicIntegerArray holders = new AtomicIntegerArray(4);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Integer>> done = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        String name = "request " + t;
        done.add(
            pool.submit(
                () -> {
                  int claimed = 0;
                  for (int i = 0; i < 20_000; i++) {
                    int block = i % holders.length();
                    if (blocks.claim(block, name, System.nanoTime())) {
                      claimed++;
                      assertThat(holders.incrementAndGet(block)).isEqualTo(1);
                      holders.decrementAndGet(block);
                      blocks.release(block, name, System.nanoTime());
                    }
                  }
                  return claimed;
                }));
      }
      int claimed = 0;
      for (Future<Integer> one : done) {
        claimed += one.get();
      }
      assertThat(claimed).isPositive();
    } finally {
      pool.shutdownNow();
    }
    assertThat(blocks.size()).isZero();
  }
}
