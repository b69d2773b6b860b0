package org.tieredhdfs.hdfs.datanode.choose;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;

/**
 * The blocks in flight on one volume, from the choice of the volume until the writer is through.
 *
 * <p>A block comes in two steps: the policy chooses the volume for a size, then the dataset opens
 * the block there. What was chosen and is not open yet waits in a queue, and whichever block opens
 * next takes the oldest place: only the sums matter. A place that no block takes expires.
 *
 * <p>Both are bounded by time: a place expires, and {@link #forgetOlderThan} drops blocks open for
 * too long. Thread-safe.
 */
final class OpenBlocks {
  private final LongSupplier nanoClock;
  private final ConcurrentMap<Key, Open> open = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Place> places = new ConcurrentLinkedQueue<>();
  private final AtomicLong openBytes = new AtomicLong();
  private final AtomicLong placeBytes = new AtomicLong();
  private volatile boolean reported;

  OpenBlocks(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  private record Key(String poolId, long blockId) {
    static Key of(ExtendedBlock block) {
      return new Key(block.getBlockPoolId(), block.getBlockId());
    }
  }

  private record Open(long bytes, long openedNanos) {}

  /** A choice that has not become a block yet. */
  static final class Place {
    private final long bytes;
    private final long chosenNanos;
    private final AtomicBoolean settled = new AtomicBoolean();

    private Place(long bytes, long chosenNanos) {
      this.bytes = bytes;
      this.chosenNanos = chosenNanos;
    }
  }

  /** Keeps a place for a block of that size; {@link #drop} takes it back. */
  Place keep(long bytes) {
    Place place = new Place(bytes, nanoClock.getAsLong());
    placeBytes.addAndGet(bytes);
    places.add(place);
    return place;
  }

  /** Takes a place back; it stays in the queue, counting nothing, until its turn. */
  void drop(Place place) {
    settle(place);
  }

  private boolean settle(Place place) {
    boolean first = place.settled.compareAndSet(false, true);
    if (first) {
      placeBytes.addAndGet(-place.bytes);
    }
    return first;
  }

  void opened(ExtendedBlock block) {
    reported = true;
    Open opened = new Open(block.getNumBytes(), nanoClock.getAsLong());
    openBytes.addAndGet(opened.bytes);
    Open before = open.put(Key.of(block), opened);
    if (before != null) {
      openBytes.addAndGet(-before.bytes);
    }
    Place oldest = places.poll();
    while (oldest != null && !settle(oldest)) {
      oldest = places.poll();
    }
  }

  void closed(ExtendedBlock block) {
    Open closed = open.remove(Key.of(block));
    if (closed != null) {
      openBytes.addAndGet(-closed.bytes);
    }
  }

  /** Drops blocks open for longer than that. */
  void forgetOlderThan(long nowNanos, long blockAgeNanos) {
    open.forEach(
        (key, block) -> {
          if (nowNanos - block.openedNanos > blockAgeNanos && open.remove(key, block)) {
            openBytes.addAndGet(-block.bytes);
          }
        });
  }

  /** Drops choices of which no block came within that time. */
  void expirePlaces(long nowNanos, long placeAgeNanos) {
    Place oldest = places.peek();
    while (oldest != null
        && (oldest.settled.get() || nowNanos - oldest.chosenNanos > placeAgeNanos)) {
      settle(oldest);
      places.remove(oldest);
      oldest = places.peek();
    }
  }

  /** Whether every block that was chosen or opened since then is through. */
  boolean isQuietSince(long nanos) {
    return places.stream().allMatch(place -> place.settled.get())
        && open.values().stream().allMatch(block -> block.openedNanos - nanos < 0);
  }

  /** Whether the dataset reports blocks at all. */
  boolean isReported() {
    return reported;
  }

  /** Bytes of open blocks and of those about to open. */
  long bytesInFlight() {
    return openBytes.get() + placeBytes.get();
  }

  long bytesAboutToOpen() {
    return placeBytes.get();
  }

  int count() {
    return open.size();
  }
}
