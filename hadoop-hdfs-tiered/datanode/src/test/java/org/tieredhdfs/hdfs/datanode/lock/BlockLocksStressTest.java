package org.tieredhdfs.hdfs.datanode.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hdfs.server.common.AutoCloseDataSetLock;
import org.apache.hadoop.hdfs.server.common.DataNodeLockManager.LockLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class BlockLocksStressTest {
  /** Hadoop 3.4 has no such level; the number of names tells it. */
  private static final LockLevel DIR = LockLevel.VOLUME;

  private static final int THREADS = 16;
  private static final int BLOCKS = 8;
  private static final int ROUNDS = 4_000;
  private static final long SEED = 9668;

  private final IndependentLockManager locks = new IndependentLockManager(100);

  /** Who is inside, and how often somebody was: not atomic on purpose. */
  private static final class Block {
    final AtomicReference<Thread> owner = new AtomicReference<>();
    long entries;
  }

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void mutationsOfABlockNeverOverlapAndLeaveNothingBehind() throws Exception {
    Block[] blocks = new Block[BLOCKS];
    for (int i = 0; i < BLOCKS; i++) {
      blocks[i] = new Block();
    }
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    List<Future<Long>> results = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      Random random = new Random(SEED + t);
      results.add(threads.submit(() -> run(blocks, random)));
    }
    long expected = 0;
    for (Future<Long> result : results) {
      expected += result.get();
    }
    threads.shutdown();
    long entries = 0;
    for (Block block : blocks) {
      entries += block.entries;
    }
    assertThat(entries).isEqualTo(expected);
    assertThat(locks.heldLocks()).isZero();
    assertThat(locks.lockedBlocks()).isZero();
  }

  private long run(Block[] blocks, Random random) {
    long entries = 0;
    for (int round = 0; round < ROUNDS; round++) {
      int id = random.nextInt(BLOCKS);
      String volume = "v" + random.nextInt(3);
      boolean stops = random.nextBoolean();
      boolean otherWriter = random.nextBoolean();
      BlockOperation.Kind kind = new BlockOperation.Kind("stress", stops, random.nextBoolean());
      try (BlockOperation operation = locks.begin(kind, "BP", id, () -> otherWriter)) {
        enter(blocks[id]);
        entries++;
        if (random.nextInt(4) == 0) {
          operation.pause();
          operation.resume();
          enter(blocks[id]);
          entries++;
        }
        for (int section = random.nextInt(3); section > 0; section--) {
          try (AutoCloseDataSetLock stock = stockLock(random, volume)) {
            assertThat(stock).isNotNull();
            enter(blocks[id]);
            entries++;
          }
        }
      }
    }
    return entries;
  }

  private AutoCloseDataSetLock stockLock(Random random, String volume) {
    return switch (random.nextInt(4)) {
      case 0 -> locks.readLock(LockLevel.BLOCK_POOl, "BP");
      case 1 -> locks.writeLock(LockLevel.BLOCK_POOl, "BP");
      case 2 -> locks.writeLock(LockLevel.VOLUME, "BP", volume);
      default -> locks.writeLock(DIR, "BP", volume, "d" + random.nextInt(2));
    };
  }

  private static void enter(Block block) {
    Thread me = Thread.currentThread();
    assertThat(block.owner.compareAndSet(null, me)).as("alone inside").isTrue();
    block.entries++;
    if (block.entries % 64 == 0) {
      LockSupport.parkNanos(1_000);
    }
    assertThat(block.owner.compareAndSet(me, null)).as("alone inside").isTrue();
  }
}
