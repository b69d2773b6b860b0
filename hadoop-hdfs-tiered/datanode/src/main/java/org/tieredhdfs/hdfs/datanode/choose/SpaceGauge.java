package org.tieredhdfs.hdfs.datanode.choose;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.jspecify.annotations.Nullable;

/**
 * The free space of one volume: the figure last measured, less what was given away since.
 *
 * <p>At most one measurement of a volume runs at a time, so that a file system that does not answer
 * holds one thread, not more. What has been claimed is a count that only grows; a figure remembers
 * where the count stood when its measurement began. So nothing has to be moved from one figure to
 * the next, and no claim is lost in between. A claim made before a measurement is taken to be in
 * what was measured: the dataset reserves the space right after the choice.
 *
 * <p>Thread-safe, without a lock.
 */
final class SpaceGauge {

  /** Whether a volume has room for a block, as far as is known without asking. */
  enum Verdict {
    /** It has. */
    ROOM,
    /** It had not when it was measured last. */
    FULL,
    /** Not known: never measured, too long ago, or only claims stand against it. */
    DOUBT,
    /** Its file system has not answered in time. */
    SILENT,
    /** Its dataset says that it hangs. */
    HUNG
  }

  /**
   * One answer of the file system.
   *
   * @param availableBytes what is free; 0 if asking failed
   * @param claimedBefore where the count of claims stood when it was asked
   * @param startedNanos when it was asked
   * @param failure why there is no answer; null if there is
   */
  record Figure(
      long availableBytes, long claimedBefore, long startedNanos, @Nullable String failure) {}

  /** A question on its way to the file system. */
  static final class Measurement {
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private volatile long startedNanos;
    private volatile long claimedBefore;

    long startedNanos() {
      return startedNanos;
    }

    CompletableFuture<Void> done() {
      return done;
    }
  }

  private final LongSupplier nanoClock;
  private final AtomicLong claimedBytes = new AtomicLong();
  private final AtomicReference<@Nullable Measurement> inFlight = new AtomicReference<>();
  private volatile @Nullable Figure figure;

  SpaceGauge(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  Verdict judge(long neededBytes, long nowNanos, SpaceLimits limits) {
    if (isSilent(nowNanos, limits)) {
      return Verdict.SILENT;
    }
    Figure known = figure;
    if (known == null || nowNanos - known.startedNanos > limits.maxAgeNanos()) {
      return Verdict.DOUBT;
    }
    if (known.availableBytes <= neededBytes) {
      return Verdict.FULL;
    }
    return remaining(known) > neededBytes ? Verdict.ROOM : Verdict.DOUBT;
  }

  private boolean isSilent(long nowNanos, SpaceLimits limits) {
    Measurement running = inFlight.get();
    return running != null && nowNanos - running.startedNanos > limits.timeoutNanos();
  }

  /** Whether the last answer, however old, leaves room. */
  boolean hadRoom(long neededBytes) {
    Figure known = figure;
    return known != null && remaining(known) > neededBytes;
  }

  private long remaining(Figure known) {
    return known.availableBytes - (claimedBytes.get() - known.claimedBefore);
  }

  /** Gives space away that was seen to be there. */
  void claim(long bytes) {
    claimedBytes.addAndGet(bytes);
  }

  /** Begins a measurement; null if one is running. The caller has to {@link #run} it. */
  @Nullable Measurement begin() {
    if (inFlight.get() != null) {
      return null;
    }
    Measurement mine = new Measurement();
    mine.startedNanos = nanoClock.getAsLong();
    if (!inFlight.compareAndSet(null, mine)) {
      return null;
    }
    // Only now: other measurements may have come and gone since this thread looked at the clock.
    mine.startedNanos = nanoClock.getAsLong();
    mine.claimedBefore = claimedBytes.get();
    return mine;
  }

  @Nullable Measurement running() {
    return inFlight.get();
  }

  /** Asks the file system, which may take any time, and keeps the answer. */
  void run(Measurement measurement, FsVolumeSpi volume) {
    try {
      keep(measurement, volume.getAvailable(), null);
    } catch (IOException | RuntimeException e) {
      keep(measurement, 0, e.toString());
    } finally {
      finish(measurement);
    }
  }

  private void keep(Measurement measurement, long availableBytes, @Nullable String failure) {
    figure =
        new Figure(availableBytes, measurement.claimedBefore, measurement.startedNanos, failure);
  }

  /** Gives a measurement up that could not be run. */
  void finish(Measurement measurement) {
    inFlight.compareAndSet(measurement, null);
    measurement.done.complete(null);
  }

  boolean wasMeasuredSince(long nanos) {
    Figure known = figure;
    return known != null && known.startedNanos - nanos >= 0;
  }

  @Nullable Figure figure() {
    return figure;
  }

  /** What is left by the last answer; 0 before the first. */
  long remainingBytes() {
    Figure known = figure;
    return known == null ? 0 : Math.max(0, remaining(known));
  }
}
