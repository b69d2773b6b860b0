package org.tieredhdfs.hdfs.datanode.volume.speed;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.ExtendedBlockId;
import org.jspecify.annotations.Nullable;

/**
 * One block in flight on a volume: what its writer has written and synced, how long it has waited
 * for the volume, and how many bytes it counts for.
 *
 * <p>A block whose writer is never held up by its client counts as a {@linkplain ClosedBlocks usual
 * block}, or as what is left of it if that is less. A writer whose client sends little, such as
 * that of a write-ahead log, will not bring a whole block while another one is written. How fast
 * the client is shows in the time in which the writer did <i>not</i> wait for the volume: a slow
 * volume does not make its own writers look slow. So the block counts as what that client sends
 * while a usual block is written,
 *
 * <pre>
 *   usual wait * (bytes written + usual bytes) / (time with the client + usual wait)
 * </pre>
 *
 * The usual block in it stands for what is not known of a block that was just opened, and counts
 * for less the longer the block is open. (It is the mean of a Poisson rate with a gamma prior.)
 *
 * <p>Thread-safe; the lock is held for a few instructions.
 */
public final class OpenBlock {
  /** Sums over the open blocks of a volume. */
  static final class Sums {
    final AtomicLong countedBytes = new AtomicLong();
    final AtomicLong cachedBytes = new AtomicLong();
  }

  final ExtendedBlockId key;
  private final long blockBytes;
  final long openedNanos;
  final @Nullable Object writer;
  private final Sums sums;

  // guarded by this
  private boolean isClosed;
  private long countedBytes;
  private long cachedBytes;
  private long writtenBytes;
  private long unsyncedBytes;
  private int calls;
  private long callSinceNanos;
  private long waitedNanos;

  /**
   * @param writer null for a block that is known to come whole, such as a copy
   * @param sums to which it adds what it counts for until it is closed
   */
  OpenBlock(
      ExtendedBlockId key,
      long blockBytes,
      long openedNanos,
      @Nullable Object writer,
      ClosedBlocks usual,
      Sums sums) {
    this.key = key;
    this.blockBytes = blockBytes;
    this.openedNanos = openedNanos;
    this.writer = writer;
    this.sums = sums;
    count(usual, openedNanos);
  }

  /** The writer begins to wait for the volume, in a write or a sync. */
  public synchronized void began(long nowNanos) {
    if (calls++ == 0) {
      callSinceNanos = nowNanos;
    }
  }

  /** A write or a sync has come to its end; one that failed wrote nothing. */
  public synchronized void ended(long nowNanos, long bytes) {
    if (calls > 0 && --calls == 0) {
      waitedNanos += Math.max(0, nowNanos - callSinceNanos);
    }
    writtenBytes += bytes;
    unsyncedBytes += bytes;
    cache();
  }

  /** All that was written is on the device. */
  public synchronized void synced() {
    unsyncedBytes = 0;
    cache();
  }

  /** Reckons again what it counts for. */
  synchronized void count(ClosedBlocks usual, long nowNanos) {
    if (!isClosed) {
      long counted = outstandingBytes(usual, nowNanos);
      sums.countedBytes.addAndGet(counted - countedBytes);
      countedBytes = counted;
      cache();
    }
  }

  private long outstandingBytes(ClosedBlocks usual, long nowNanos) {
    if (writer == null) {
      return blockBytes;
    }
    double usualBytes = Math.min((double) blockBytes, usual.usualBytes());
    double leftBytes = Math.max(0, blockBytes - (writtenBytes - unsyncedBytes));
    double clientSec = Math.max(0, nowNanos - openedNanos - waitedNanos(nowNanos)) / 1e9;
    double sentSoonBytes =
        usual.usualWaitSec() * (writtenBytes + usualBytes) / (clientSec + usual.usualWaitSec());
    return (long) Math.min(sentSoonBytes, Math.min(leftBytes, usualBytes));
  }

  private long waitedNanos(long nowNanos) {
    return waitedNanos + (calls > 0 ? Math.max(0, nowNanos - callSinceNanos) : 0);
  }

  /** What of its unsynced bytes it counts for already, so that the page cache does not again. */
  private void cache() {
    if (!isClosed) {
      long cached = Math.min(unsyncedBytes, countedBytes);
      sums.cachedBytes.addAndGet(cached - cachedBytes);
      cachedBytes = cached;
    }
  }

  /** Counts for nothing from now on. */
  synchronized void close() {
    if (!isClosed) {
      isClosed = true;
      sums.countedBytes.addAndGet(-countedBytes);
      sums.cachedBytes.addAndGet(-cachedBytes);
    }
  }

  synchronized ClosedBlocks sums() {
    double size = writtenBytes;
    return new ClosedBlocks(size, size * size, size * (waitedNanos / 1e9));
  }
}
