package org.tieredhdfs.hdfs.datanode.lock;

import org.apache.hadoop.hdfs.server.common.AutoCloseDataSetLock;

/** A lock that excludes nobody: what reading the block pool costs here. */
final class FreeLock extends AutoCloseDataSetLock {
  static final FreeLock INSTANCE = new FreeLock();

  private FreeLock() {
    super(null);
  }

  @Override
  public void lock() {}

  @Override
  public void close() {}

  @Override
  public void setParentLock(AutoCloseDataSetLock parent) {
    throw new UnsupportedOperationException("this object is shared");
  }
}
