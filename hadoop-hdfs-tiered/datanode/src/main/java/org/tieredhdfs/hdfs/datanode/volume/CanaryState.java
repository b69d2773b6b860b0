package org.tieredhdfs.hdfs.datanode.volume;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;

/**
 * The requests for canary writes on a volume, and the result of the last one.
 *
 * <p>One that comes back shows that a call begun before it is slow and the volume is not. For reads
 * that takes one from the device, since the page cache answers for a disk that does not.
 * Thread-safe; nothing here waits.
 */
public final class CanaryState {
  private final VolumeState volume;
  private final AtomicBoolean isAsked = new AtomicBoolean();
  private final AtomicLong begunNanos;
  private volatile Runnable onAsked = () -> {};
  private volatile long deviceReadNanos;
  private volatile boolean readsPastCache = true;

  CanaryState(VolumeState volume, long nowNanos) {
    this.volume = volume;
    this.begunNanos = new AtomicLong(nowNanos);
    this.deviceReadNanos = nowNanos;
  }

  /** Whether a call that takes long is excused, since one of its class, begun later, came back. */
  public boolean excuses(InFlight io) {
    return readsFromDevice(io)
        ? deviceReadNanos - io.startNanos() > 0
        : volume.isOvertaken(io.ioClass(), io.startNanos());
  }

  /**
   * When the latest read from the device began that excuses a read. The device may have stopped
   * since then, and nothing else tells so while writes go on.
   *
   * @return the start of the call itself if nothing excuses it, or if it does not read
   */
  public long readExcusedNanos(InFlight io) {
    return readsFromDevice(io) && excuses(io) ? deviceReadNanos : io.startNanos();
  }

  private boolean readsFromDevice(InFlight io) {
    return io.ioClass() == IoClass.READ && readsPastCache;
  }

  /** Has something done whenever one is asked for; it must not wait. */
  public void whenAsked(Runnable action) {
    onAsked = action;
  }

  /** Asks for one, unless one was begun after that time. */
  public void askSince(long nanos) {
    if (begunNanos.get() - nanos <= 0 && isAsked.compareAndSet(false, true)) {
      onAsked.run();
    }
  }

  /** Whether one was asked for since the last call. */
  public boolean takeAsked() {
    return isAsked.getAndSet(false);
  }

  public void begun(long nowNanos) {
    begunNanos.set(nowNanos);
  }

  /** A read that was begun then came from the device. */
  public void readFromDevice(long startNanos) {
    deviceReadNanos = startNanos;
  }

  /** The file system has no reads past its cache; a volume in memory is all cache. */
  public void readsNotPastCache() {
    readsPastCache = false;
  }
}
