package org.tieredhdfs.hdfs.datanode.lock;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.tieredhdfs.hdfs.datanode.lock.BlockLocks.BlockLock;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;

/**
 * One mutation of a block by one thread, from the request for the block's lock to its end.
 *
 * <p>The lock is outermost: it is taken before any lock of a volume. It is held throughout, with
 * one exception. Stock code that finds another writer on a replica leaves its own locks, stops that
 * writer, joins its thread and starts over; the writer may need the block to come to its end. So
 * when an operation that {@linkplain Kind#stopsWriter stops writers} leaves the last lock of the
 * stock code while another writer is attached to the replica, the block's lock is given up, and
 * taken again when the stock code asks for its next lock. No new writer can slip in while the lock
 * is held, since attaching one is a mutation, too.
 *
 * <p>Confined to its thread.
 */
public final class BlockOperation implements AutoCloseable {

  /**
   * What kind of mutation it is.
   *
   * @param name the dataset's method
   * @param stopsWriter whether stock code stops and joins another writer of the block inside it
   * @param interruptible whether waiting for the block's lock ends with an interruption; false for
   *     what has to be done even by a thread that was told to stop
   */
  public record Kind(String name, boolean stopsWriter, boolean interruptible) {}

  private final BlockLocks locks;
  private final Kind kind;
  private final BlockLocks.Key key;
  private final long waitMs;
  private final BlockLock lock;
  private final BooleanSupplier otherWriter;
  private final Runnable onClose;
  private int stockLocks;
  private boolean held;
  private long waitNanos;
  private Consumer<VolumeState> whenChosen = volume -> {};

  BlockOperation(
      BlockLocks locks,
      Kind kind,
      BlockLocks.Key key,
      long waitMs,
      BooleanSupplier otherWriter,
      Runnable onClose) {
    this.locks = locks;
    this.kind = kind;
    this.key = key;
    this.waitMs = waitMs;
    this.otherWriter = otherWriter;
    this.onClose = onClose;
    this.lock = locks.lease(key);
    try {
      acquire(kind.interruptible());
    } catch (BlockLockException e) {
      locks.endLease(key);
      throw e;
    }
  }

  /** How long this operation has waited for locks up to now. */
  public long waitNanos() {
    return waitNanos;
  }

  /** Sets the listener for the volume that is chosen for the block. */
  public void whenChosen(Consumer<VolumeState> listener) {
    whenChosen = listener;
  }

  void chosen(VolumeState volume) {
    whenChosen.accept(volume);
  }

  /**
   * Stock code is about to take a lock.
   *
   * @param mayThrow whether stock code cleans up if an exception is thrown from there; it has
   *     nothing to clean up where it answers a remote call
   */
  void beforeStockLock(boolean mayThrow) {
    if (!held) {
      acquire(kind.interruptible() && (mayThrow || waitMs < Long.MAX_VALUE));
    }
    stockLocks++;
  }

  /** Stock code has left a lock; the block's own lock may have to be given up for a while. */
  void afterStockLock() {
    // Decrement last: asking about the writer takes and releases locks, too
    if (stockLocks == 1 && kind.stopsWriter() && held && otherWriter.getAsBoolean()) {
      release();
    }
    stockLocks--;
  }

  /** Gives up the block's lock for a part that may take long and touches nothing of the block. */
  public void pause() {
    if (held) {
      release();
    }
  }

  /**
   * Takes the block's lock again; the caller must recheck everything it knew before {@link #pause}.
   */
  public void resume() {
    if (!held) {
      acquire(kind.interruptible());
    }
  }

  @Override
  public void close() {
    if (held) {
      release();
    }
    locks.endLease(key);
    onClose.run();
  }

  private void acquire(boolean mayThrow) {
    long startNanos = System.nanoTime();
    if (mayThrow) {
      acquireInTime();
    } else {
      lock.lock();
    }
    waitNanos += System.nanoTime() - startNanos;
    held = true;
  }

  private void acquireInTime() {
    try {
      if (!lock.tryLock(waitMs, TimeUnit.MILLISECONDS)) {
        throw new BlockLockException(
            this + " refused: another operation on the block takes longer than " + waitMs + " ms",
            null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BlockLockException(
          this + " was interrupted while waiting for another operation on the block", e);
    }
  }

  private void release() {
    held = false;
    lock.unlock();
  }

  @Override
  public String toString() {
    return kind.name() + " of " + key;
  }
}
