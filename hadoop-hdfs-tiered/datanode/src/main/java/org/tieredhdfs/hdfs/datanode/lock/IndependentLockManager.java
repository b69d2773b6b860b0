package org.tieredhdfs.hdfs.datanode.lock;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hdfs.server.common.AutoCloseDataSetLock;
import org.apache.hadoop.hdfs.server.datanode.DataSetLockManager;
import org.apache.hadoop.ipc.Server;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;

/**
 * The dataset's lock manager, without any lock that spans volumes.
 *
 * <pre>
 *   block id      one mutation at a time, outermost, see {@link BlockOperation}
 *   BLOCK_POOL    read: free.  write: excludes other writers, no readers; free inside a mutation
 *                 and for work on one block, which the block's lock protects
 *   VOLUME, DIR   free: what stock does inside them concerns one block, and outside a mutation is
 *                 a look at memory
 * </pre>
 *
 * <p>What the write lock of stock's BLOCK_POOL excluded is excluded here by the block's lock, and
 * for whole pools and volumes by {@link org.tieredhdfs.hdfs.datanode.volume.OperationGate}. Were
 * VOLUME and DIR locks, an I/O call that hangs would hold up all that looks at a replica beside it:
 * the threads that answer remote calls, and behind a recovery, which takes all of the volume, every
 * reader.
 *
 * <p>Order of locks in a thread: pool writer, block. Every acquisition has an object of its own.
 * Thread-safe.
 */
public final class IndependentLockManager extends DataSetLockManager {
  private final long remoteWaitMs;
  private final BlockLocks blockLocks = new BlockLocks();
  private final Map<String, ReentrantLock> poolWriters = new ConcurrentHashMap<>();

  @SuppressWarnings("ThreadLocalUsage") // a manager per DataNode, which a test has many of
  private final ThreadLocal<@Nullable BlockOperation> current = new ThreadLocal<>();

  @SuppressWarnings("ThreadLocalUsage") // as above
  private final ThreadLocal<BlockLocks.@Nullable Key> target = new ThreadLocal<>();

  /**
   * @param remoteWaitMs how long a thread that answers a remote call waits for a block at most
   */
  public IndependentLockManager(long remoteWaitMs) {
    this.remoteWaitMs = remoteWaitMs;
  }

  /**
   * Begins a mutation of a block: waits until no other thread mutates it. A mutation inside another
   * of the same block belongs to that one.
   *
   * @param otherWriter tells whether a writer other than the calling thread is attached to the
   *     block's replica
   * @throws BlockLockException if the kind is interruptible and the thread is, or a remote caller
   *     has waited long enough
   */
  public BlockOperation begin(
      BlockOperation.Kind kind, String blockPoolId, long blockId, BooleanSupplier otherWriter) {
    BlockLocks.Key key = new BlockLocks.Key(blockPoolId, blockId);
    BlockOperation outer = current.get();
    long waitMs = Server.isRpcInvocation() ? remoteWaitMs : Long.MAX_VALUE;
    BlockOperation operation =
        new BlockOperation(blockLocks, kind, key, waitMs, otherWriter, () -> endOf(outer));
    current.set(operation);
    return operation;
  }

  private void endOf(@Nullable BlockOperation outer) {
    if (outer == null) {
      current.remove();
    } else {
      current.set(outer);
    }
  }

  /** The mutation that the calling thread is in, if any. */
  public @Nullable BlockOperation current() {
    return current.get();
  }

  /** A volume was chosen for the block of the mutation that the calling thread is in, if any. */
  public void chosen(VolumeState volume) {
    BlockOperation operation = current.get();
    if (operation != null) {
      operation.chosen(volume);
    }
  }

  /**
   * Names the block that the calling thread will touch inside the next BLOCK_POOL lock that it
   * takes outside a mutation: for stock loops that find their block themselves.
   */
  public void target(String blockPoolId, long blockId) {
    target.set(new BlockLocks.Key(blockPoolId, blockId));
  }

  // Hadoop 3.4 has no level DIR: one resource name means BLOCK_POOL

  @Override
  public AutoCloseDataSetLock readLock(LockLevel level, String... resources) {
    return resources.length == 1 ? poolSection(resources[0], false) : volumeSection(false);
  }

  @Override
  public AutoCloseDataSetLock writeLock(LockLevel level, String... resources) {
    return resources.length == 1 ? poolSection(resources[0], true) : volumeSection(true);
  }

  private AutoCloseDataSetLock poolSection(String pool, boolean write) {
    BlockOperation operation = current.get();
    if (operation != null) {
      operation.beforeStockLock(true);
      return new HeldLock(operation::afterStockLock);
    }
    BlockLocks.Key aim = target.get();
    if (aim != null && aim.blockPoolId().equals(pool)) {
      target.remove();
      return new HeldLock(begin(POOL_SECTION, pool, aim.blockId(), () -> false)::close);
    }
    if (!write) {
      return HeldLock.FREE;
    }
    Lock writer = poolWriters.computeIfAbsent(pool, p -> new ReentrantLock(true));
    writer.lock();
    return new HeldLock(writer::unlock);
  }

  private static final BlockOperation.Kind POOL_SECTION =
      new BlockOperation.Kind("background work", false, false);

  private AutoCloseDataSetLock volumeSection(boolean write) {
    BlockOperation operation = current.get();
    if (operation == null) {
      return HeldLock.FREE;
    }
    // Stock code holds an unguarded volume reference when it takes these for writing
    operation.beforeStockLock(!write);
    return new HeldLock(operation::afterStockLock);
  }

  /** Does nothing: locks are created when they are asked for. */
  @Override
  public void addLock(LockLevel level, String... resources) {}

  /** Forgets the lock of a removed pool; its holder keeps it until the end. */
  @Override
  public void removeLock(LockLevel level, String... resources) {
    if (resources.length == 1) {
      poolWriters.remove(resources[0]);
    }
  }

  @Override
  public void hook() {}

  @Override
  public synchronized void lockLeakCheck() {
    if (heldLocks() + lockedBlocks() != 0) {
      LOG.warn("The locks of {} pools and {} blocks are held", heldLocks(), lockedBlocks());
    }
  }

  /** The number of block pools locked by a writer. */
  public long heldLocks() {
    return poolWriters.values().stream().filter(ReentrantLock::isLocked).count();
  }

  /** How many blocks are being mutated or waited for. */
  public int lockedBlocks() {
    return blockLocks.size();
  }
}
