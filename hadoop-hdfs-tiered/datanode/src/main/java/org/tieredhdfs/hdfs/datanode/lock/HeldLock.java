package org.tieredhdfs.hdfs.datanode.lock;

import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import org.apache.hadoop.hdfs.server.common.AutoCloseDataSetLock;
import org.jspecify.annotations.Nullable;

/**
 * One acquisition of the dataset's locks, already held when it is made.
 *
 * <p>Confined to the thread that made it.
 */
final class HeldLock extends AutoCloseDataSetLock {
  private final @Nullable Lock lock;
  private final @Nullable Lock parent;
  private final @Nullable BlockOperation operation;
  private final @Nullable BlockOperation aimed;
  private final LongAdder released;

  /**
   * @param lock to be unlocked first; null if only the block is locked
   * @param parent to be unlocked after it, if any
   * @param operation the mutation inside which it was taken, if any
   * @param aimed a mutation that lasts as long as this lock, if any
   * @param released counts the ends of acquisitions
   */
  HeldLock(
      @Nullable Lock lock,
      @Nullable Lock parent,
      @Nullable BlockOperation operation,
      @Nullable BlockOperation aimed,
      LongAdder released) {
    super(null);
    this.lock = lock;
    this.parent = parent;
    this.operation = operation;
    this.aimed = aimed;
    this.released = released;
  }

  @Override
  public void lock() {
    throw new UnsupportedOperationException("it is held from the beginning");
  }

  @Override
  public void close() {
    if (lock != null) {
      lock.unlock();
    }
    if (parent != null) {
      parent.unlock();
    }
    if (aimed != null) {
      aimed.close();
    }
    released.increment();
    if (operation != null) {
      operation.afterStockLock();
    }
  }
}
