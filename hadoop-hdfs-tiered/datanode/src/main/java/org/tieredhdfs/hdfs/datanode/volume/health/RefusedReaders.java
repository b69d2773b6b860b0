package org.tieredhdfs.hdfs.datanode.volume.health;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;

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
  private volatile boolean isEmpty = true;

  private record Reader(VolumeState volume, String clientName, long blockId) {}

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

  /** Whether a reader of a block on a volume is to be sent to another replica now. */
  public synchronized boolean refuses(
      VolumeState volume, String clientName, long blockId, long nowNanos) {
    Long first = refusedNanos.putIfAbsent(new Reader(volume, clientName, blockId), nowNanos);
    isEmpty = false;
    return first == null || nowNanos - first < AT_ONCE_NANOS;
  }

  /** Whether a reader of a block was sent away; takes no lock while nobody was. */
  public boolean knows(VolumeState volume, String clientName, long blockId) {
    return !isEmpty && isKept(new Reader(volume, clientName, blockId));
  }

  private synchronized boolean isKept(Reader reader) {
    return refusedNanos.containsKey(reader);
  }

  /** Forgets those of all other volumes, since they answer. */
  void keepOnly(Set<VolumeState> volumes) {
    if (!isEmpty) {
      forgetOthers(volumes);
    }
  }

  private synchronized void forgetOthers(Set<VolumeState> volumes) {
    refusedNanos.keySet().removeIf(reader -> !volumes.contains(reader.volume));
    isEmpty = refusedNanos.isEmpty();
  }

  synchronized int size() {
    return refusedNanos.size();
  }
}
