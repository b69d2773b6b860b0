package org.tieredhdfs.hdfs.datanode.volume;

import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;
import org.tieredhdfs.hdfs.datanode.volume.speed.OpenBlock;

/**
 * A running operation of the dataset, or a running I/O call, on a volume.
 *
 * <p>Counted from its beginning until {@link #close}, which belongs into the {@code finally} of the
 * method that began it: no other end is guessed. Begun and ended by its thread, read by others.
 */
public final class InFlight implements AutoCloseable {
  /** For I/O that belongs to no volume; counts nothing. */
  public static final InFlight NONE = new InFlight("", IoClass.OPERATION, 0, "", null);

  /** The name of a copy to a volume, beside the call that stock makes of it. */
  public static final String COPY_TO = "COPY";

  private final Thread thread = Thread.currentThread();
  private final long startNanos = System.nanoTime();
  private final String name;
  private final IoClass ioClass;
  final long bytes;
  final String blockPoolId;
  private final @Nullable OperationGate gate;
  private volatile @Nullable VolumeState volume;
  private volatile boolean done;
  private long allowedNanos = Long.MAX_VALUE;
  double startServiceNanos;
  private double serviceNanos;
  boolean succeeded;
  private @Nullable OpenBlock block;

  InFlight(
      String name, IoClass ioClass, long bytes, String blockPoolId, @Nullable OperationGate gate) {
    this.name = name;
    this.ioClass = ioClass;
    this.bytes = bytes;
    this.blockPoolId = blockPoolId;
    this.gate = gate;
  }

  public Thread thread() {
    return thread;
  }

  public long startNanos() {
    return startNanos;
  }

  public String name() {
    return name;
  }

  public IoClass ioClass() {
    return ioClass;
  }

  /** The volume, or null as long as it has not been chosen. */
  public @Nullable VolumeState volume() {
    return volume;
  }

  /** Counts on a volume from now on, and on the one before no more. */
  public void chosen(VolumeState target) {
    VolumeState before = volume;
    if (before != target) {
      if (before != null) {
        before.end(this);
      }
      volume = target;
      target.begin(this);
    }
  }

  /** Starts the clock of an I/O call: its time, and the device's service time. */
  void startClock(long allowedNanos, double serviceClockNanos) {
    this.allowedNanos = allowedNanos;
    startServiceNanos = serviceClockNanos;
  }

  /** How long an I/O call may take before its volume hangs; the longest time if it may always. */
  public long allowedNanos() {
    return allowedNanos;
  }

  /** Counts a write or a sync as time in which the writer of a block waits. */
  void waits(@Nullable OpenBlock waiting) {
    block = waiting;
    if (waiting != null) {
      waiting.began(startNanos);
    }
  }

  /** Ends that. */
  void waited(long nowNanos) {
    if (block != null) {
      block.ended(nowNanos, succeeded ? bytes : 0);
      if (succeeded && ioClass == IoClass.SYNC) {
        block.synced();
      }
    }
  }

  /** The device time of the ended call; 0 if not measured. */
  public double serviceNanos() {
    return serviceNanos;
  }

  public void serviceNanos(double nanos) {
    serviceNanos = nanos;
  }

  /** Marks the call as successful; to be called before {@link #close}. */
  public void succeeded() {
    succeeded = true;
  }

  /** The same for a call with a result, which is returned. */
  public <T> T succeeded(T result) {
    succeeded = true;
    return result;
  }

  /**
   * Marks a change of a directory as successful, unless there was nothing to change: then the
   * kernel has answered from its memory, and the device may hang.
   *
   * @return what was given
   */
  public boolean changed(boolean hasChanged) {
    succeeded |= hasChanged;
    return hasChanged;
  }

  public boolean isDone() {
    return done;
  }

  public boolean isIo() {
    return ioClass != IoClass.OPERATION;
  }

  public long ageMs(long nowNanos) {
    return (nowNanos - startNanos) / 1_000_000;
  }

  /** Ends it, successfully or not. */
  @Override
  public void close() {
    done = true;
    VolumeState counted = volume;
    if (counted != null) {
      counted.end(this);
    }
    if (gate != null) {
      gate.leave(this);
    }
  }

  @Override
  public String toString() {
    return name + " in thread " + thread.getName();
  }
}
