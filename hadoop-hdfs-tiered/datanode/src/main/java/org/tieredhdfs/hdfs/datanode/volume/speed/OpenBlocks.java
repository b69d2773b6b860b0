package org.tieredhdfs.hdfs.datanode.volume.speed;

import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.ExtendedBlockId;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.jspecify.annotations.Nullable;

/**
 * The blocks in flight on one volume, from the choice of the volume until the writer has finished.
 *
 * <p>A block comes in two steps: the policy chooses the volume for a size, then the dataset opens
 * the block there. What was chosen and is not open yet waits in a queue, and whichever block opens
 * next takes the oldest place: only the sums matter. A place that no block takes expires. How many
 * bytes an open block counts for is said by {@link OpenBlock}.
 *
 * <p>Both are bounded by time: a place expires, and {@link #forgetOlderThan} drops blocks open for
 * too long. Thread-safe.
 */
public final class OpenBlocks {
  private final LongSupplier nanoClock;
  private final ConcurrentMap<ExtendedBlockId, OpenBlock> open = new ConcurrentHashMap<>();
  private final ConcurrentMap<Object, OpenBlock> byWriter = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Place> places = new ConcurrentLinkedQueue<>();
  private final OpenBlock.Sums sums = new OpenBlock.Sums();
  private final AtomicReference<ClosedBlocks> closedBlocks =
      new AtomicReference<>(ClosedBlocks.NONE);
  private final AtomicLong placeBytes = new AtomicLong();
  private final AtomicLong claimedBytes = new AtomicLong();
  private volatile ClosedBlocks usual = ClosedBlocks.NONE;

  public OpenBlocks(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /** A choice that has not become a block yet: about to be, then certain, then over. */
  public static final class Place {
    private static final int KEPT = 0;
    private static final int CERTAIN = 1;
    private static final int OVER = 2;

    private final long bytes;
    private final long expectedBytes;
    private final long chosenNanos;
    private final AtomicInteger state = new AtomicInteger(KEPT);

    private Place(long bytes, long expectedBytes, long chosenNanos) {
      this.bytes = bytes;
      this.expectedBytes = expectedBytes;
      this.chosenNanos = chosenNanos;
    }
  }

  /** Keeps a place for a block of that size, as load; {@link #drop} takes it back. */
  public Place keep(long bytes) {
    Place place = new Place(bytes, (long) expectedBytes(bytes), nanoClock.getAsLong());
    placeBytes.addAndGet(place.expectedBytes);
    places.add(place);
    return place;
  }

  /** The block of a place will come: its space is taken, too. Not to be said before it is sure. */
  public void claim(Place place) {
    if (place.state.compareAndSet(Place.KEPT, Place.CERTAIN)) {
      claimedBytes.addAndGet(place.bytes);
    }
  }

  /**
   * Takes a place back; it stays in the queue, counting nothing, until its turn.
   *
   * @return whether it counted still
   */
  public boolean drop(Place place) {
    int before = place.state.getAndSet(Place.OVER);
    if (before == Place.CERTAIN) {
      claimedBytes.addAndGet(-place.bytes);
    }
    if (before != Place.OVER) {
      placeBytes.addAndGet(-place.expectedBytes);
    }
    return before != Place.OVER;
  }

  /** A block is open that will come whole, such as a copy. */
  public OpenBlock opened(ExtendedBlock block) {
    return receiving(block, null);
  }

  /**
   * A block is open that a client sends: it counts as what is to be expected of it.
   *
   * @param writer who writes it, and nothing else at the same time: a thread; null if it comes
   *     whole
   */
  public OpenBlock receiving(ExtendedBlock block, @Nullable Object writer) {
    OpenBlock opened =
        new OpenBlock(
            ExtendedBlockId.fromExtendedBlock(block),
            block.getNumBytes(),
            nanoClock.getAsLong(),
            writer,
            usual,
            sums);
    if (writer != null) {
      byWriter.put(writer, opened);
    }
    OpenBlock before = open.put(opened.key, opened);
    if (before != null) {
      forget(before);
    }
    dropOldestPlace();
    return opened;
  }

  /** Drops a place: its block is open, or will not be written here. */
  public void dropOldestPlace() {
    Place oldest = places.poll();
    while (oldest != null && !drop(oldest)) {
      oldest = places.poll();
    }
  }

  private void forget(OpenBlock block) {
    block.close();
    Object writer = block.writer;
    if (writer != null) {
      byWriter.remove(writer, block);
    }
  }

  /** The block that a writer is writing here; null if it is writing none. */
  public @Nullable OpenBlock writtenBy(Object writer) {
    return byWriter.get(writer);
  }

  /** A block is closed; not the same one that somebody else has opened since. */
  public void closed(OpenBlock block) {
    if (open.remove(block.key, block)) {
      closedBlocks.accumulateAndGet(block.sums(), (sums, one) -> sums.plus(one, 1));
      forget(block);
    }
  }

  /** Drops blocks open for longer than that. */
  public void forgetOlderThan(long nowNanos, long blockAgeNanos) {
    open.forEach(
        (key, block) -> {
          if (nowNanos - block.openedNanos > blockAgeNanos && open.remove(key, block)) {
            forget(block);
          }
        });
  }

  /**
   * Reckons again what each open block counts for.
   *
   * @param ofType what was lately closed on volumes of the type
   */
  public void expect(ClosedBlocks ofType, long nowNanos) {
    usual = ofType;
    open.values().forEach(block -> block.count(ofType, nowNanos));
  }

  /** What is to be expected of a new block of at most that size. */
  public double expectedBytes(long blockBytes) {
    return Math.min((double) blockBytes, usual.usualBytes());
  }

  /** Drops choices that led to no block within that time. */
  public void expirePlaces(long placeAgeNanos) {
    long nowNanos = nanoClock.getAsLong();
    Place oldest = places.peek();
    while (oldest != null
        && (oldest.state.get() == Place.OVER || nowNanos - oldest.chosenNanos > placeAgeNanos)) {
      drop(oldest);
      places.remove(oldest);
      oldest = places.peek();
    }
  }

  /** Bytes to be expected of open blocks and of those about to open. */
  public long bytesInFlight() {
    return sums.countedBytes.get() + placeBytes.get();
  }

  /** Those of {@link #bytesInFlight} that may be in the page cache. */
  public long cachedBytes() {
    return sums.cachedBytes.get();
  }

  /** The blocks that were closed since its start. */
  public ClosedBlocks closedBlocks() {
    return Objects.requireNonNull(closedBlocks.get());
  }

  /** Space given away to blocks that the dataset has not reserved it for yet. */
  public long claimedBytes() {
    return claimedBytes.get();
  }

  public int count() {
    return open.size();
  }
}
