package org.tieredhdfs.hdfs.datanode.lock;

import java.util.concurrent.locks.Lock;
import org.apache.hadoop.hdfs.server.common.AutoCloseDataSetLock;
import org.jspecify.annotations.Nullable;

/**
 * One acquisition of the dataset's locks, already held when it is made.
 *
 * <p>Confined to the thread that made it.
 */
final class HeldLock extends AutoCloseDataSetLock {
  /** Excludes nobody: what reading the block pool costs here. */
  static final HeldLock FREE = new HeldLock(null, null, null);

  private final @Nullable Lock lock;
  private final @Nullable BlockOperation operation;
  private final @Nullable BlockOperation aimed;

  /**
   * @param lock to be unlocked first; null if only the block is locked
   * @param operation the mutation inside which it was taken, if any
   * @param aimed a mutation that lasts as long as this lock, if any
   */
  HeldLock(
      @Nullable Lock lock, @Nullable BlockOperation operation, @Nullable BlockOperation aimed) {
    super(null);
    this.lock = lock;
    this.operation = operation;
    this.aimed = aimed;
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
    if (aimed != null) {
      aimed.close();
    }
    if (operation != null) {
      operation.afterStockLock();
    }
  }
}
