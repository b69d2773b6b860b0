package org.tieredhdfs.hdfs.datanode.lock;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/** A first attempt at a lock that does not jump the queue, as {@link Lock#tryLock()} would. */
final class FairTry {
  private FairTry() {}

  /** Takes the lock if it is free and nobody waits for it. */
  static boolean lock(Lock lock) {
    try {
      return lock.tryLock(0, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
