package org.tieredhdfs.hdfs.datanode.volume;

import org.jspecify.annotations.Nullable;

/**
 * Something that a thread is doing on a volume: an operation of the dataset or one I/O call.
 *
 * <p>Made and ended by its thread, looked at by others.
 */
public final class InFlight {
  /** The name of a copy to a volume, beside the call that stock makes of it. */
  static final String COPY_TO = "COPY";

  private final Thread thread = Thread.currentThread();
  private final long startNanos = System.nanoTime();
  private final String name;
  private final IoClass ioClass;
  private final long bytes;
  private final String blockPoolId;
  private final @Nullable InFlight outer;
  private volatile @Nullable VolumeState volume;
  private volatile boolean done;

  InFlight(
      String name,
      IoClass ioClass,
      long bytes,
      String blockPoolId,
      @Nullable VolumeState volume,
      @Nullable InFlight outer) {
    this.name = name;
    this.ioClass = ioClass;
    this.bytes = bytes;
    this.blockPoolId = blockPoolId;
    this.volume = volume;
    this.outer = outer;
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

  IoClass ioClass() {
    return ioClass;
  }

  long bytes() {
    return bytes;
  }

  String blockPoolId() {
    return blockPoolId;
  }

  @Nullable InFlight outer() {
    return outer;
  }

  /** The volume, or null as long as it has not been chosen. */
  @Nullable VolumeState volume() {
    return volume;
  }

  void volume(VolumeState chosen) {
    volume = chosen;
  }

  boolean isDone() {
    return done;
  }

  void setDone() {
    done = true;
  }

  boolean isCopyTo() {
    return name.equals(COPY_TO);
  }

  boolean isIo() {
    return ioClass != IoClass.OPERATION;
  }

  long ageMs(long nowNanos) {
    return (nowNanos - startNanos) / 1_000_000;
  }

  @Override
  public String toString() {
    return name + " in thread " + thread.getName();
  }
}
