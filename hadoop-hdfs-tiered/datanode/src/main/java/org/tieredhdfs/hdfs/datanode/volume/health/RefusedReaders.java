package org.tieredhdfs.hdfs.datanode.volume.health;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The readers that were sent to another replica, each for one block. A reader that returns has
 * asked the NameNode again and found no other replica, so it is served.
 *
 * <p>A client that loses its connection tries the same DataNode once more at once; that is no
 * return yet. A limited number is kept, those that were asked about last; a reader that is
 * forgotten is sent away once more. Thread-safe; the lock is held for a look into a map.
 */
public final class RefusedReaders {
  private static final long AT_ONCE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final float LOAD_FACTOR = 0.75f;

  private final Map<Reader, Long> refusedNanos;

  private record Reader(String clientName, long blockId) {}

  /**
   * @param maxReaders how many are kept
   */
  public RefusedReaders(int maxReaders) {
    this.refusedNanos =
        new LinkedHashMap<>(16, LOAD_FACTOR, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<Reader, Long> eldest) {
            return size() > maxReaders;
          }
        };
  }

  /** Whether a reader of a block is to be sent to another replica now. */
  public synchronized boolean refuses(String clientName, long blockId, long nowNanos) {
    Long first = refusedNanos.putIfAbsent(new Reader(clientName, blockId), nowNanos);
    return first == null || nowNanos - first < AT_ONCE_NANOS;
  }

  /** Forgets all, since every volume answers. */
  public synchronized void clear() {
    refusedNanos.clear();
  }

  synchronized int size() {
    return refusedNanos.size();
  }
}
