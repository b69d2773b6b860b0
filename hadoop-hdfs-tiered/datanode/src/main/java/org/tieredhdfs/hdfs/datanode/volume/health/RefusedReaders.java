package org.tieredhdfs.hdfs.datanode.volume.health;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.thirdparty.com.google.common.cache.CacheBuilder;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;

/**
 * The readers that were sent to another replica, each for one block. A reader that returns has
 * asked the NameNode again and found no other replica, so it is served.
 *
 * <p>A client that loses its connection tries the same DataNode once more, when it has used what it
 * had received; that is no return yet, unless the volume has answered since. Who returns then is
 * not sent away again for ten minutes: a volume may stall again and again, and a client gives up
 * after its third failure. A limited number is kept, those that were asked about last. Thread-safe.
 */
public final class RefusedReaders {
  private static final long AT_ONCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The time of those that were dropped, and have not asked for the block since. */
  private static final Long NOT_YET = Long.MIN_VALUE;

  /** The time of those whose volume has answered since. */
  private static final Long ANSWERED = Long.MIN_VALUE + 1;

  private final Map<Reader, Long> refusedNanos;

  private record Reader(VolumeState volume, String clientName, long blockId) {}

  public RefusedReaders(int maxReaders) {
    this.refusedNanos =
        CacheBuilder.newBuilder()
            .concurrencyLevel(1)
            .maximumSize(maxReaders)
            .expireAfterWrite(10, TimeUnit.MINUTES)
            .<Reader, Long>build()
            .asMap();
  }

  /** Whether a reader of a block on a volume is to be sent to another replica now. */
  public synchronized boolean refuses(
      VolumeState volume, String clientName, long blockId, long nowNanos) {
    Reader reader = new Reader(volume, clientName, blockId);
    Long first = refusedNanos.get(reader);
    if (first == null || first.equals(NOT_YET)) {
      refusedNanos.put(reader, nowNanos);
      return true;
    }
    return !first.equals(ANSWERED) && nowNanos - first < AT_ONCE_NANOS;
  }

  /** A reader loses its connection in the middle of a block; its next request is refused. */
  synchronized void dropped(VolumeState volume, String clientName, long blockId) {
    Reader reader = new Reader(volume, clientName, blockId);
    refusedNanos.merge(reader, NOT_YET, (old, not) -> old.equals(ANSWERED) ? old : not);
  }

  /** Whether a reader of a block was sent away; takes no lock. */
  public boolean knows(VolumeState volume, String clientName, long blockId) {
    return refusedNanos.containsKey(new Reader(volume, clientName, blockId));
  }

  /** Lets those of all other volumes wait from now on, since these answer. */
  synchronized void refuseOnlyOn(Set<VolumeState> volumes) {
    for (Map.Entry<Reader, Long> one : refusedNanos.entrySet()) {
      if (!one.getValue().equals(ANSWERED) && !volumes.contains(one.getKey().volume)) {
        one.setValue(ANSWERED);
      }
    }
  }

  synchronized int size() {
    return refusedNanos.size();
  }
}
