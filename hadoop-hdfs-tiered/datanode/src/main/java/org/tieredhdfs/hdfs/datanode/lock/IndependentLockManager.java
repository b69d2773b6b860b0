package org.tieredhdfs.hdfs.datanode.lock;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.common.AutoCloseDataSetLock;
import org.apache.hadoop.hdfs.server.datanode.DataSetLockManager;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;

/**
 * The dataset's locks without one that spans volumes.
 *
 * <pre>
 *   block id      one mutation at a time, outermost, see {@link BlockOperation}
 *   BLOCK_POOL    read: free.  write: excludes other writers, no readers; free inside a mutation,
 *                 which the block's lock protects
 *   VOLUME, DIR   read and write as in stock, DIR below VOLUME, but nothing of the pool above them
 * </pre>
 *
 * <p>Stock takes BLOCK_POOL for reading around the I/O of every volume and for writing in others,
 * which makes all volumes wait for the slowest. What the write lock excluded is excluded here by
 * the block's lock, and for whole pools and volumes by {@link
 * org.tieredhdfs.hdfs.datanode.volume.OperationGate}.
 *
 * <p>Order of locks in a thread: pool writer, block, VOLUME, DIR. Locks are created when they are
 * first asked for, because a DataNode registers some of them with the manager that this one
 * replaces; every acquisition has an object of its own. Thread-safe.
 */
public final class IndependentLockManager extends DataSetLockManager {
  private final boolean fair;
  private final BlockLocks blockLocks = new BlockLocks();
  private final Map<String, ReentrantLock> poolWriters = new ConcurrentHashMap<>();
  private final Map<String, ReentrantReadWriteLock> volumeLocks = new ConcurrentHashMap<>();

  @SuppressWarnings("ThreadLocalUsage") // a manager per DataNode, which a test has many of
  private final ThreadLocal<@Nullable BlockOperation> current = new ThreadLocal<>();

  @SuppressWarnings("ThreadLocalUsage") // as above
  private final ThreadLocal<BlockLocks.@Nullable Key> target = new ThreadLocal<>();

  private final LongAdder acquired = new LongAdder();
  private final LongAdder released = new LongAdder();
  private final LockWaits waits;

  /** Hears of threads that wait for a volume's lock. */
  public interface LockWaits {
    void waiting(String storageId, int change);
  }

  public IndependentLockManager(Configuration conf, LockWaits waits) {
    this.fair =
        conf.getBoolean(
            DFSConfigKeys.DFS_DATANODE_LOCK_FAIR_KEY, DFSConfigKeys.DFS_DATANODE_LOCK_FAIR_DEFAULT);
    this.waits = waits;
  }

  /**
   * Begins a mutation of a block: waits until no other thread mutates it. A mutation inside another
   * of the same block belongs to that one.
   *
   * @param otherWriter tells whether a writer other than the calling thread is attached to the
   *     block's replica
   * @throws BlockLockInterruptedException if the kind is interruptible and the thread is
   */
  public BlockOperation begin(
      BlockOperation.Kind kind, String blockPoolId, long blockId, BooleanSupplier otherWriter) {
    BlockLocks.Key key = new BlockLocks.Key(blockPoolId, blockId);
    BlockOperation outer = current.get();
    BlockOperation operation =
        new BlockOperation(blockLocks, kind, key, otherWriter, () -> endOf(outer));
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

  // Hadoop 3.4 has no DIR: the level is told by the number of names, which is 1, 2 or 3

  @Override
  public AutoCloseDataSetLock readLock(LockLevel level, String... resources) {
    return switch (resources.length) {
      case 1 -> poolSection(resources[0], false);
      case 2 -> volumeSection(false, volumeLock(resources).readLock(), null, resources);
      case 3 ->
          volumeSection(
              false, dirLock(resources).readLock(), volumeLock(resources).readLock(), resources);
      default -> throw badLevel(level, resources);
    };
  }

  @Override
  public AutoCloseDataSetLock writeLock(LockLevel level, String... resources) {
    return switch (resources.length) {
      case 1 -> poolSection(resources[0], true);
      case 2 -> volumeSection(true, volumeLock(resources).writeLock(), null, resources);
      case 3 ->
          volumeSection(
              true, dirLock(resources).writeLock(), volumeLock(resources).readLock(), resources);
      default -> throw badLevel(level, resources);
    };
  }

  private static IllegalArgumentException badLevel(LockLevel level, String... resources) {
    return new IllegalArgumentException(
        "a lock of level " + level + " has 1 to 3 names, not " + List.of(resources));
  }

  private AutoCloseDataSetLock poolSection(String pool, boolean write) {
    BlockOperation operation = current.get();
    BlockLocks.Key aim = operation == null ? target.get() : null;
    if (operation == null && aim == null && !write) {
      return FreeLock.INSTANCE;
    }
    BlockOperation aimed = null;
    Lock writer = null;
    if (operation != null) {
      operation.beforeStockLock(true);
    } else {
      if (write) {
        writer = poolWriters.computeIfAbsent(pool, p -> new ReentrantLock(fair));
        writer.lock();
      }
      if (aim != null && aim.blockPoolId().equals(pool)) {
        target.remove();
        aimed = begin(POOL_SECTION, pool, aim.blockId(), () -> false);
      }
    }
    acquired.increment();
    return new HeldLock(writer, null, operation, aimed, released);
  }

  private static final BlockOperation.Kind POOL_SECTION =
      new BlockOperation.Kind("background work", false, false);

  private AutoCloseDataSetLock volumeSection(
      boolean write, Lock lock, @Nullable Lock parent, String... resources) {
    BlockOperation operation = current.get();
    if (operation != null) {
      // Stock holds an unguarded reference to the volume when it asks for these to write
      operation.beforeStockLock(!write);
    }
    if (parent != null) {
      lock(parent, operation, resources[1]);
    }
    lock(lock, operation, resources[1]);
    acquired.increment();
    return new HeldLock(lock, parent, operation, null, released);
  }

  private void lock(Lock lock, @Nullable BlockOperation operation, String storageId) {
    if (FairTry.lock(lock)) {
      return;
    }
    long startNanos = System.nanoTime();
    waits.waiting(storageId, 1);
    try {
      lock.lock();
    } finally {
      waits.waiting(storageId, -1);
    }
    if (operation != null) {
      operation.addWait(System.nanoTime() - startNanos);
    }
  }

  private ReentrantReadWriteLock volumeLock(String... resources) {
    return volumeLocks.computeIfAbsent(
        volumeName(resources[0], resources[1]), n -> new ReentrantReadWriteLock(fair));
  }

  private ReentrantReadWriteLock dirLock(String... resources) {
    return volumeLocks.computeIfAbsent(
        volumeName(resources[0], resources[1]) + resources[2],
        n -> new ReentrantReadWriteLock(fair));
  }

  private static String volumeName(String pool, String storageId) {
    return pool + '\n' + storageId + '\n';
  }

  /** Does nothing: locks are created when they are asked for. */
  @Override
  public void addLock(LockLevel level, String... resources) {}

  /** Forgets the locks of a pool or volume that is gone; who holds one keeps it until the end. */
  @Override
  public void removeLock(LockLevel level, String... resources) {
    switch (resources.length) {
      case 1 -> {
        poolWriters.remove(resources[0]);
        volumeLocks.keySet().removeIf(name -> name.startsWith(resources[0] + '\n'));
      }
      case 2 ->
          volumeLocks
              .keySet()
              .removeIf(name -> name.startsWith(volumeName(resources[0], resources[1])));
      case 3 -> volumeLocks.remove(volumeName(resources[0], resources[1]) + resources[2]);
      default -> throw badLevel(level, resources);
    }
  }

  @Override
  public void hook() {}

  @Override
  public synchronized void lockLeakCheck() {
    long leaked = heldLocks();
    int blocks = blockLocks.size();
    if (leaked != 0 || blocks != 0) {
      LOG.warn("{} dataset locks and the locks of {} blocks are held", leaked, blocks);
    }
  }

  /** How many locks are held by threads at the moment; free ones do not count. */
  public long heldLocks() {
    return acquired.sum() - released.sum();
  }

  /** How many blocks are being mutated or waited for. */
  public int lockedBlocks() {
    return blockLocks.size();
  }
}
