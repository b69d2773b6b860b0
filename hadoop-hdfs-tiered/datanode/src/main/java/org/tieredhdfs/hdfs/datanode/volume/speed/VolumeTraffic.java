package org.tieredhdfs.hdfs.datanode.volume.speed;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * The traffic of a volume: bytes written and read, device time, open blocks.
 *
 * <p>A <i>delivery</i> is what leaves a writer's hands at once: the bytes written to a file since
 * its last sync, with that sync, or what was written without one before the file was closed. Its
 * size and whether it was synced make its {@linkplain #classOf class}; only deliveries of one class
 * can be compared between volumes, since a small sync costs a disk as much as megabytes do.
 * Thread-safe.
 */
public final class VolumeTraffic {
  /** Classes of deliveries by the power of two of their size, for each way of ending them. */
  public static final int SIZES = 64;

  /** From 1 MB on it is the bytes that cost a device its time, below it is the delivery. */
  private static final int LARGE = 21;

  /** The class of what its device writes, as the kernel tells, after all classes of deliveries. */
  public static final int DEVICE = 2 * SIZES;

  /** All classes: those of deliveries without a sync, those with one, and the device's. */
  public static final int CLASSES = DEVICE + 1;

  private static final long UNKNOWN = -1;

  private final LongSupplier nanoClock;
  private final BusyClock busy;
  private final OpenBlocks openBlocks;
  private final AtomicLongArray work = new AtomicLongArray(CLASSES);
  private final AtomicLongArray nanos = new AtomicLongArray(CLASSES);
  private final LongAdder deliveredBytes = new LongAdder();
  private final LongAdder writtenBytes = new LongAdder();
  private final LongAdder syncedBytes = new LongAdder();
  private final Backlog backlog = new Backlog(writtenBytes, syncedBytes);
  private final LongAdder readNanos = new LongAdder();
  private final AtomicLong writeNanos = new AtomicLong(UNKNOWN);
  private final AtomicLong syncNanos = new AtomicLong(UNKNOWN);
  private volatile boolean hung;
  private volatile Speed speed = Speed.UNKNOWN;

  public VolumeTraffic(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.busy = new BusyClock(nanoClock.getAsLong());
    this.openBlocks = new OpenBlocks(nanoClock);
  }

  public OpenBlocks openBlocks() {
    return openBlocks;
  }

  /** What was written and has yet to reach the device. */
  public Backlog backlog() {
    return backlog;
  }

  /** Adds what its device has written, and how long that kept it busy, as the kernel tells. */
  public void deviceWrote(long bytes, long busyNanos) {
    work.addAndGet(DEVICE, bytes);
    nanos.addAndGet(DEVICE, busyNanos);
  }

  /** Starts timing a call; pass the result to {@link #ended}. */
  public double started() {
    return busy.start(nanoClock.getAsLong());
  }

  /**
   * A timed call has ended, well or not.
   *
   * @param tookNanos by the clock on the wall
   * @return how long the device worked on it
   */
  public double ended(IoClass ioClass, long bytes, long tookNanos, double startServiceNanos) {
    double serviceNanos = busy.stop(nanoClock.getAsLong(), startServiceNanos);
    switch (ioClass) {
      case READ -> readNanos.add(tookNanos);
      case SYNC -> addToMean(syncNanos, tookNanos);
      default -> {
        writtenBytes.add(bytes);
        addToMean(writeNanos, tookNanos);
      }
    }
    return serviceNanos;
  }

  /** The mean of recent values: a new one counts a sixteenth. */
  private static void addToMean(AtomicLong mean, long value) {
    mean.accumulateAndGet(value, (old, added) -> old < 0 ? added : old + (added - old) / 16);
  }

  /** A delivery is complete. */
  public void delivered(boolean synced, long bytes, double serviceNanos) {
    int deliveryClass = classOf(synced, bytes);
    work.addAndGet(deliveryClass, isLarge(deliveryClass) ? bytes : 1);
    nanos.addAndGet(deliveryClass, (long) serviceNanos);
    deliveredBytes.add(bytes);
    if (synced) {
      syncedBytes.add(bytes);
    }
  }

  public static int classOf(boolean synced, long bytes) {
    int powerOfTwo = Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, bytes));
    return powerOfTwo + (synced ? SIZES : 0);
  }

  private static boolean isLarge(int deliveryClass) {
    return deliveryClass % SIZES >= LARGE;
  }

  /** The work in one delivery of a class, at the least: 1, or bytes where they cost the time. */
  public static double leastWork(int deliveryClass) {
    return isLarge(deliveryClass) ? Math.scalb(1.0, deliveryClass % SIZES - 1) : 1;
  }

  /** The work done in a class: its deliveries, or their bytes where these cost the time. */
  public long work(int workClass) {
    return work.get(workClass);
  }

  /** The time that the device took for the work of a class. */
  public long nanos(int workClass) {
    return nanos.get(workClass);
  }

  public long deliveredBytes() {
    return deliveredBytes.sum();
  }

  /** Bytes handed to the file system, be it to its page cache only. */
  public long writtenBytes() {
    return writtenBytes.sum();
  }

  /** The time that all reads took together: over a time, its increase is how many ran at once. */
  public long readNanos() {
    return readNanos.sum();
  }

  public double writeLatencyMs() {
    return Math.max(0, writeNanos.get()) / 1e6;
  }

  public double syncLatencyMs() {
    return Math.max(0, syncNanos.get()) / 1e6;
  }

  public boolean isHung() {
    return hung;
  }

  public void setHung(boolean hangs) {
    hung = hangs;
  }

  /** How fast it is, as the judge of volumes last found. */
  public Speed speed() {
    return speed;
  }

  public void judged(Speed found) {
    speed = found;
  }
}
