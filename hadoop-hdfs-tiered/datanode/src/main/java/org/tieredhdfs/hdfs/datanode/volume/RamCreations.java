package org.tieredhdfs.hdfs.datanode.volume;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.StorageType;

/**
 * The blocks being created on a DataNode's volumes in memory, which have no reservation yet.
 *
 * <p>Hadoop looks whether a volume has room for a block, and reserves the room a little later. A
 * reader in between sees it as free, too; on a volume that is regularly full, a writer would fail
 * at the end. So the choice leaves room for all creations under way, including those that have
 * their reservation already: some blocks needlessly go elsewhere. Thread-safe, never waits.
 */
public final class RamCreations {
  private final AtomicLong bytes = new AtomicLong();

  /**
   * Begins to bring a block to a type; counts nothing if that is not in memory.
   *
   * @return to be run once, when it has its reservation or will never have one
   */
  public Runnable begin(StorageType type, long blockBytes) {
    long counted = isMemory(type) ? Math.max(0, blockBytes) : 0;
    bytes.addAndGet(counted);
    return () -> bytes.addAndGet(-counted);
  }

  /** The total size of all other blocks being created. */
  public long othersBytes(long blockBytes) {
    return Math.max(0, bytes.get() - Math.max(0, blockBytes));
  }

  /** Whether volumes of a type lie in memory and are no cache of the DataNode's own. */
  public static boolean isMemory(StorageType type) {
    return type.isRAM() && !type.isTransient();
  }
}
