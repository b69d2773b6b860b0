package org.tieredhdfs.hdfs.datanode.choose;

/**
 * A clock that runs while at least one operation is in progress on a volume.
 *
 * <p>Bytes over this time are what the device delivers, whether one operation after the other or
 * many at once keep it busy, and whatever time goes by waiting for the network. The lock is held
 * for a few instructions and guards nothing else.
 */
final class BusyClock {
  private int inProgress;
  private long busyNanos;
  private long sinceNanos;

  BusyClock(long nowNanos) {
    this.sinceNanos = nowNanos;
  }

  synchronized void start(long nowNanos) {
    settle(nowNanos);
    inProgress++;
  }

  synchronized void stop(long nowNanos) {
    settle(nowNanos);
    inProgress--;
  }

  /** How long at least one operation has been in progress, up to now. */
  synchronized long busyNanos(long nowNanos) {
    settle(nowNanos);
    return busyNanos;
  }

  private void settle(long nowNanos) {
    // Threads read the time before they get the lock: one may come late with an earlier time.
    if (nowNanos - sinceNanos > 0) {
      if (inProgress > 0) {
        busyNanos += nowNanos - sinceNanos;
      }
      sinceNanos = nowNanos;
    }
  }
}
