package org.tieredhdfs.hdfs.datanode.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hdfs.server.common.AutoCloseDataSetLock;
import org.apache.hadoop.hdfs.server.common.DataNodeLockManager.LockLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IndependentLockManagerTest {
  /** Hadoop 3.4 has no such level; the number of names tells it. */
  private static final LockLevel DIR = LockLevel.VOLUME;

  private static final String POOL = "BP-1";
  private static final BlockOperation.Kind PLAIN = new BlockOperation.Kind("plain", false, true);
  private static final BlockOperation.Kind STOPPING =
      new BlockOperation.Kind("stopping", true, true);
  private static final BlockOperation.Kind ENDING = new BlockOperation.Kind("ending", false, false);

  private final IndependentLockManager locks = new IndependentLockManager(100);
  private final ExecutorService other = Executors.newSingleThreadExecutor();

  @AfterEach
  void nothingIsHeld() {
    other.shutdownNow();
    assertThat(locks.heldLocks()).isZero();
    assertThat(locks.lockedBlocks()).isZero();
  }

  private Future<?> inOtherThread(LockLevel level, boolean write, String... resources) {
    return other.submit(
        () -> {
          AutoCloseDataSetLock lock =
              write ? locks.writeLock(level, resources) : locks.readLock(level, resources);
          lock.close();
        });
  }

  private static void assertWaits(Future<?> future) {
    assertThatThrownBy(() -> future.get(200, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
  }

  private static void assertGoesOn(Future<?> future) throws Exception {
    future.get(5, TimeUnit.SECONDS);
  }

  @Test
  void poolReadersAreFreeOfPoolWriters() throws Exception {
    AutoCloseDataSetLock writer = locks.writeLock(LockLevel.BLOCK_POOl, POOL);
    assertGoesOn(inOtherThread(LockLevel.BLOCK_POOl, false, POOL));
    assertGoesOn(inOtherThread(LockLevel.VOLUME, true, POOL, "v"));
    assertGoesOn(inOtherThread(DIR, true, POOL, "v", "d"));
    assertGoesOn(inOtherThread(LockLevel.BLOCK_POOl, true, "BP-2"));
    Future<?> second = inOtherThread(LockLevel.BLOCK_POOl, true, POOL);
    assertWaits(second);
    writer.close();
    assertGoesOn(second);
  }

  @Test
  void volumesAndDirectoriesExcludeNobody() throws Exception {
    try (BlockOperation operation = locks.begin(PLAIN, POOL, 1, () -> false);
        AutoCloseDataSetLock volume = locks.writeLock(LockLevel.VOLUME, POOL, "v");
        AutoCloseDataSetLock directory = locks.writeLock(DIR, POOL, "v", "d")) {
      assertThat(operation).isNotNull();
      assertThat(volume).isNotSameAs(directory);
      assertGoesOn(inOtherThread(DIR, false, POOL, "v", "d"));
      assertGoesOn(inOtherThread(LockLevel.VOLUME, true, POOL, "v"));
    }
  }

  @Test
  void locksNeedNotBeAddedAndMayBeRemovedWhileHeld() throws Exception {
    AutoCloseDataSetLock held = locks.writeLock(LockLevel.BLOCK_POOl, POOL);
    locks.addLock(LockLevel.VOLUME, POOL, "v");
    locks.removeLock(LockLevel.VOLUME, POOL, "v");
    locks.removeLock(LockLevel.BLOCK_POOl, POOL);
    held.close();
    assertGoesOn(inOtherThread(LockLevel.BLOCK_POOl, true, POOL));
  }

  @Test
  void insideAMutationThePoolWriterExcludesNobody() throws Exception {
    try (BlockOperation operation = locks.begin(PLAIN, POOL, 1, () -> false)) {
      assertThat(operation.waitNanos()).isNotNegative();
      AutoCloseDataSetLock writer = locks.writeLock(LockLevel.BLOCK_POOl, POOL);
      assertGoesOn(inOtherThread(LockLevel.BLOCK_POOl, true, POOL));
      writer.close();
    }
  }

  private Future<?> mutationInOtherThread(BlockOperation.Kind kind, long blockId) {
    return other.submit(
        () -> {
          BlockOperation operation = locks.begin(kind, POOL, blockId, () -> false);
          operation.close();
        });
  }

  @Test
  void oneMutationAtATimePerBlock() throws Exception {
    BlockOperation operation = locks.begin(PLAIN, POOL, 1, () -> true);
    assertGoesOn(mutationInOtherThread(PLAIN, 2));
    Future<?> same = mutationInOtherThread(PLAIN, 1);
    assertWaits(same);
    try (AutoCloseDataSetLock stock = locks.writeLock(DIR, POOL, "v", "d")) {
      assertThat(stock).isNotNull();
    }
    // Another writer makes no difference to what does not stop writers
    assertWaits(same);
    operation.close();
    assertGoesOn(same);
  }

  @Test
  void aMutationMayHoldAnotherOfTheSameBlock() {
    BlockOperation outer = locks.begin(PLAIN, POOL, 1, () -> false);
    BlockOperation inner = locks.begin(ENDING, POOL, 1, () -> false);
    assertThat(locks.current()).isSameAs(inner);
    inner.close();
    assertThat(locks.current()).isSameAs(outer);
    outer.close();
    assertThat(locks.current()).isNull();
  }

  @Test
  void whatStopsAWriterGivesTheBlockUpBetweenStockLocks() throws Exception {
    AtomicBoolean otherWriter = new AtomicBoolean(true);
    BlockOperation operation = locks.begin(STOPPING, POOL, 1, otherWriter::get);
    AutoCloseDataSetLock outerStock = locks.writeLock(DIR, POOL, "v", "d");
    locks.readLock(LockLevel.BLOCK_POOl, POOL).close();
    Future<?> writersEnd = mutationInOtherThread(ENDING, 1);
    assertWaits(writersEnd);
    outerStock.close();
    assertGoesOn(writersEnd);

    otherWriter.set(false);
    locks.writeLock(DIR, POOL, "v", "d").close();
    Future<?> next = mutationInOtherThread(PLAIN, 1);
    assertWaits(next);
    operation.close();
    assertGoesOn(next);
  }

  @Test
  void waitingForABlockEndsWithAnInterruption() throws Exception {
    BlockOperation operation = locks.begin(PLAIN, POOL, 1, () -> false);
    AtomicBoolean interrupted = new AtomicBoolean();
    Thread waiter =
        new Thread(
            () -> {
              try (BlockOperation never = locks.begin(PLAIN, POOL, 1, () -> false)) {
                assertThat(never).isNull();
              } catch (BlockLockException e) {
                interrupted.set(Thread.currentThread().isInterrupted());
                assertThat(e.toIoException()).hasMessageContaining("plain");
              }
            });
    waiter.start();
    Thread.sleep(100);
    waiter.interrupt();
    waiter.join(5_000);
    assertThat(interrupted).isTrue();
    operation.close();
  }

  @Test
  void whatEndsAWriterIsDoneByAnInterruptedThreadToo() throws Exception {
    Thread.currentThread().interrupt();
    BlockOperation operation = locks.begin(ENDING, POOL, 1, () -> false);
    operation.close();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aPausedMutationLetsOthersIn() throws Exception {
    BlockOperation operation = locks.begin(PLAIN, POOL, 1, () -> false);
    operation.pause();
    assertGoesOn(mutationInOtherThread(PLAIN, 1));
    operation.resume();
    Future<?> next = mutationInOtherThread(PLAIN, 1);
    assertWaits(next);
    operation.close();
    assertGoesOn(next);
  }

  @Test
  void aTargetIsLockedWithTheNextPoolSection() throws Exception {
    locks.target(POOL, 1);
    AutoCloseDataSetLock section = locks.readLock(LockLevel.BLOCK_POOl, POOL);
    Future<?> mutation = mutationInOtherThread(PLAIN, 1);
    assertWaits(mutation);
    locks.writeLock(LockLevel.VOLUME, POOL, "v").close();
    section.close();
    assertGoesOn(mutation);
    assertThat(locks.readLock(LockLevel.BLOCK_POOl, POOL)).isSameAs(HeldLock.FREE);
  }
}
