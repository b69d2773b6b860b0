package org.tieredhdfs.hdfs.datanode.lock;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Locks for single blocks; each exists only while a thread holds it or waits for it.
 *
 * <p>It does not use striping, because two blocks that share a lock would make an operation on one
 * volume wait for I/O on another.
 *
 * <p>Thread-safe.
 */
public final class BlockLocks {

  /** The identity of a block on this DataNode. */
  public record Key(String blockPoolId, long blockId) {}

  /** The lock of one block; a thread takes a lease on it before it locks. */
  static final class BlockLock extends ReentrantLock {
    private static final long serialVersionUID = 1L;

    /** Threads that hold a lease; changed only inside the map's {@code compute}. */
    private int leases;

    BlockLock() {
      // Fair: a writer that was asked to stop must get the lock before those that come later
      super(true);
    }
  }

  private final Map<Key, BlockLock> locks = new ConcurrentHashMap<>();

  /** The lock of a block, kept alive until {@link #endLease}. */
  BlockLock lease(Key key) {
    return Objects.requireNonNull(
        locks.compute(
            key,
            (k, existing) -> {
              BlockLock lock = existing == null ? new BlockLock() : existing;
              lock.leases++;
              return lock;
            }));
  }

  /** Ends a lease; the calling thread does not hold the lock any more. */
  void endLease(Key key) {
    locks.computeIfPresent(key, (k, lock) -> --lock.leases == 0 ? null : lock);
  }

  /** The number of blocks whose lock is held or waited for. */
  public int size() {
    return locks.size();
  }
}
