package org.tieredhdfs.media.device;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.media.model.IoScheduler;
import org.tieredhdfs.media.model.Medium;

/**
 * A block device that takes the time of its medium, has faults, and loses power.
 *
 * <p>One thread serves requests as the medium becomes free: it reads or writes the backing file at
 * once, and another thread sends the reply when the medium would have been done. Times follow the
 * model, not the threads: who wakes late does not make the medium slower.
 *
 * <p>Thread-safe. Holds what it is given, so whoever submits bounds how much that is.
 */
public final class MediaDevice implements AutoCloseable {
  private final String name;
  private final Medium medium;
  private final BackingFile file;
  private final WriteCache cache;
  private final Timing timing;
  private final DueReplies replies;
  private final Thread server;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final IoScheduler<DeviceIo> waiting = new IoScheduler<>();
  private final Deque<DeviceIo> hanging = new ArrayDeque<>();
  private Faults faults = Faults.NONE;
  private Power power = Power.ON;
  private boolean isServing;
  private boolean isClosed;

  /** Whether a device has power. */
  public enum Power {
    ON,
    /**
     * Requests wait: no process learns of the power loss before the processes that would report it
     * have ended.
     */
    LOST,
    /** Requests fail. */
    OFF
  }

  /**
   * How the time of a device goes.
   *
   * @param factor by which it is slower than its model; above 0
   * @param overhead of this machine
   * @param cacheBytes how much of what was written it may lose with its power
   */
  public record Timing(double factor, Overhead overhead, long cacheBytes) {
    public Timing {
      if (!(factor > 0) || Double.isInfinite(factor) || cacheBytes < 0) {
        throw new IllegalArgumentException(
            "factor "
                + factor
                + ", cache of "
                + cacheBytes
                + " bytes: the first has to be above 0,"
                + " the second not below");
      }
    }
  }

  private record Begun(DeviceIo io, long endNs, Faults faults) {}

  /**
   * @param name for the names of its threads
   * @param backingFile what it holds; must have its size
   */
  public MediaDevice(
      String name, Medium medium, Path backingFile, Timing timing, ThreadFactory threads)
      throws IOException {
    this.name = name;
    this.medium = medium;
    this.file = BackingFile.open(backingFile);
    this.cache = new WriteCache(file, timing.cacheBytes());
    this.timing = timing;
    this.replies = new DueReplies(name, threads);
    this.server = threads.newThread(this::run);
    server.setName("medium of " + name);
    server.start();
  }

  public String name() {
    return name;
  }

  public long sizeBytes() {
    return file.sizeBytes();
  }

  /** Takes a request, which is answered later; at once with an error if the device has no power. */
  public void submit(DeviceIo io) {
    lock.lock();
    try {
      if (!isClosed && power != Power.OFF) {
        queue(io);
        changed.signalAll();
        return;
      }
    } finally {
      lock.unlock();
    }
    io.reply(DeviceIo.FAILED);
  }

  private void queue(DeviceIo io) {
    if (faults.hangs(io.kind())) {
      hanging.add(io);
    } else {
      waiting.add(io);
    }
  }

  public Faults faults() {
    lock.lock();
    try {
      return faults;
    } finally {
      lock.unlock();
    }
  }

  /** Replaces the faults; requests that no longer hang continue. */
  public void setFaults(Faults wanted) {
    lock.lock();
    try {
      faults = wanted;
      List<DeviceIo> all = new ArrayList<>(hanging);
      hanging.clear();
      for (DeviceIo io = waiting.next(medium); io != null; io = waiting.next(medium)) {
        all.add(io);
      }
      all.forEach(this::queue);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  public Power power() {
    lock.lock();
    try {
      return power;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends its power: from the return on, it takes nothing more. Requests wait until {@link #fail}.
   */
  public void losePower() throws InterruptedException {
    setPower(Power.LOST);
  }

  /** Has all requests fail that wait or come, until {@link #restorePower}. */
  public void fail() throws InterruptedException {
    setPower(Power.OFF);
  }

  /**
   * Applies the losses of a power cut and restores the power. Nobody may use it meanwhile.
   *
   * @param seed decides what is lost of what was not flushed
   * @throws IllegalStateException unless it is {@link Power#OFF}
   */
  public WriteCache.Lost restorePower(long seed) throws IOException {
    lock.lock();
    try {
      if (power != Power.OFF || isServing) {
        throw new IllegalStateException(name + " has power, or requests that did not fail yet");
      }
      WriteCache.Lost lost = cache.lose(seed);
      power = Power.ON;
      changed.signalAll();
      return lost;
    } finally {
      lock.unlock();
    }
  }

  private void setPower(Power wanted) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      power = wanted;
      changed.signalAll();
      while (isServing || (wanted == Power.OFF && !(waiting.isEmpty() && hanging.isEmpty()))) {
        changed.await();
      }
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    try {
      for (Begun begun = next(); begun != null; begun = next()) {
        replies.add(
            begun.io(),
            access(begun),
            begun.endNs() - timing.overhead().ofBytes(begun.io().lengthBytes()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for a request that may begin; null when the device is closed. */
  private @Nullable Begun next() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      isServing = false;
      changed.signalAll();
      while (!isClosed) {
        if (power == Power.OFF) {
          failAll();
        }
        DeviceIo oldest = waiting.oldest();
        if (power != Power.ON || oldest == null) {
          changed.await();
          continue;
        }
        long leftNs = beginNs(oldest) - System.nanoTime();
        if (leftNs > 0) {
          changed.awaitNanos(leftNs);
          continue;
        }
        isServing = true;
        DeviceIo io = Objects.requireNonNull(waiting.next(medium));
        double slowness = timing.factor() * faults.slowness();
        return new Begun(io, medium.serve(io, beginNs(io), slowness), faults);
      }
      failAll();
      return null;
    } finally {
      lock.unlock();
    }
  }

  private long beginNs(DeviceIo io) {
    return faults.stutter().begin(Math.max(medium.freeNs(), io.arrivedNs()));
  }

  /** Reads or writes what was asked for; returns the error number of the reply. */
  private int access(Begun begun) {
    DeviceIo io = begun.io();
    Faults now = begun.faults();
    if (now.errors().overlaps(io.offset(), io.end())) {
      return DeviceIo.FAILED;
    }
    try {
      switch (io.kind()) {
        case READ -> read(io, now.flips());
        case WRITE -> cache.write(io.data(), io.offset());
        case FLUSH -> cache.flush();
      }
      return DeviceIo.DONE;
    } catch (IOException e) {
      return DeviceIo.FAILED;
    }
  }

  private void read(DeviceIo io, ByteRange flips) throws IOException {
    ByteBuffer data = io.data();
    int start = data.position();
    file.read(data, io.offset());
    if (flips.overlaps(io.offset(), io.end())) {
      int at = start + (int) (Math.max(flips.from(), io.offset()) - io.offset());
      data.put(at, (byte) (data.get(at) ^ 1));
    }
  }

  private void failAll() {
    for (DeviceIo io = waiting.next(medium); io != null; io = waiting.next(medium)) {
      hanging.add(io);
    }
    for (DeviceIo io = hanging.poll(); io != null; io = hanging.poll()) {
      replies.add(io, DeviceIo.FAILED, System.nanoTime());
    }
    changed.signalAll();
  }

  /** Fails what waits, sends the replies that are due later at once, and ends its threads. */
  @Override
  public void close() throws IOException {
    lock.lock();
    try {
      isClosed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    ThreadEnd.await(server);
    replies.close();
    file.close();
  }
}
