package org.tieredhdfs.hdfs.write;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The deadline of a blocking call on a channel; the channel is closed when it passes.
 *
 * <p>One thread makes calls, {@link IoWatchdog} looks at them. A call either ends in time or has
 * its channel closed, never both: the side that changes the state first decides.
 */
final class IoDeadline {
  private static final Logger LOG = LoggerFactory.getLogger(IoDeadline.class);
  private static final long BEGIN_NANOS = System.nanoTime();
  private static final long IDLE = 0;
  private static final long EXPIRED = -1;

  private final Closeable channel;
  private final AtomicLong due = new AtomicLong(IDLE);

  /**
   * @param channel what is closed under a call that is not back in time
   */
  IoDeadline(Closeable channel) {
    this.channel = channel;
  }

  private static long nowNanos() {
    return System.nanoTime() - BEGIN_NANOS;
  }

  /**
   * A call begins.
   *
   * @param timeoutMs how long it may take; 0 for any time
   * @return what {@link #end} has to be told
   */
  long begin(int timeoutMs) {
    if (timeoutMs <= 0) {
      return IDLE;
    }
    long mine = nowNanos() + timeoutMs * 1_000_000L;
    // IDLE if it is closed, or if another thread is inside a call; the channel serialises them
    return due.compareAndSet(IDLE, mine) ? mine : IDLE;
  }

  /** The call that began ends; false if the channel was closed because it took too long. */
  boolean end(long begun) {
    return begun == IDLE || due.compareAndSet(begun, IDLE);
  }

  /** Closes the channel if a call on it takes too long. */
  void look() {
    long at = due.get();
    if (at > IDLE && nowNanos() - at >= 0 && due.compareAndSet(at, EXPIRED)) {
      try {
        channel.close();
      } catch (IOException e) {
        LOG.warn("{} cannot be closed", channel, e);
      }
    }
  }
}
