package org.tieredhdfs.hdfs.datanode.volume;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A bell that wakes the thread which watches I/O calls, so that it may sleep for long while there
 * are none. To ring it costs a look at a field. Thread-safe, for one sleeper.
 */
public final class IdleBell {
  private volatile @Nullable Thread sleeper;

  /** A call has begun: wakes the sleeper, if there is one. */
  void ring() {
    Thread waiting = sleeper;
    if (waiting != null) {
      sleeper = null;
      LockSupport.unpark(waiting);
    }
  }

  /**
   * Sleeps until the bell rings, if there is nothing to do; else for a pause.
   *
   * @param isIdle whether no call runs
   * @return whether there was nothing to do
   */
  public boolean sleep(BooleanSupplier isIdle, long longestNanos, long pauseNanos)
      throws InterruptedException {
    sleeper = Thread.currentThread();
    try {
      // A call that began before this look is seen by it, and a later one rings
      if (isIdle.getAsBoolean()) {
        LockSupport.parkNanos(this, longestNanos);
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        return true;
      }
    } finally {
      sleeper = null;
    }
    TimeUnit.NANOSECONDS.sleep(pauseNanos);
    return false;
  }
}
