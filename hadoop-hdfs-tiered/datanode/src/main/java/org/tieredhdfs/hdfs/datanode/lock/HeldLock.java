package org.tieredhdfs.hdfs.datanode.lock;

import org.apache.hadoop.hdfs.server.common.AutoCloseDataSetLock;

/**
 * One acquisition of a dataset lock, already held at creation.
 *
 * <p>Confined to the thread that made it.
 */
final class HeldLock extends AutoCloseDataSetLock {
  /** Excludes no operation: the lock for reading the block pool. */
  static final HeldLock FREE = new HeldLock(() -> {});

  private final Runnable unlocking;

  HeldLock(Runnable unlocking) {
    super(null);
    this.unlocking = unlocking;
  }

  @Override
  public void lock() {
    throw new UnsupportedOperationException("it is held from the beginning");
  }

  @Override
  public void close() {
    unlocking.run();
  }
}
