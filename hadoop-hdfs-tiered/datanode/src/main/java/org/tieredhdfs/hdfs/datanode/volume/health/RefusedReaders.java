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
 * <p>A client that loses its connection tries the same DataNode once more, when it has used what it
 * had received; that is no return yet. A limited number is kept, those that were asked about last;
 * a reader that is forgotten is sent away once more. Thread-safe; the lock is held for a look into
 * a map.
 */
public final class RefusedReaders {
  private static final long AT_ONCE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final float LOAD_FACTOR = 0.75f;

  /** The time of those that were dropped, and have not asked for the block since. */
  private static final Long NOT_YET = Long.MIN_VALUE;

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
    Reader reader = new Reader(volume, clientName, blockId);
    Long first = refusedNanos.get(reader);
    if (first == null || first.equals(NOT_YET)) {
      refusedNanos.put(reader, nowNanos);
      isEmpty = false;
      return true;
    }
    return nowNanos - first < AT_ONCE_NANOS;
  }

  /** A reader loses its connection in the middle of a block; its next request is refused. */
  synchronized void dropped(VolumeState volume, String clientName, long blockId) {
    refusedNanos.put(new Reader(volume, clientName, blockId), NOT_YET);
    isEmpty = false;
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
