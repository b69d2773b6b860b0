package org.tieredhdfs.hdfs.datanode.choose;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.tieredhdfs.hdfs.datanode.choose.VolumeLoad.Io;
import org.tieredhdfs.hdfs.datanode.choose.VolumeLoad.IoSpan;

/** What a dataset reported of one volume: its open blocks, bytes, busy time. Thread-safe. */
final class VolumeTraffic {
  private final LongSupplier nanoClock;
  private final BusyClock busy;
  private final OpenBlocks openBlocks;
  private final LongAdder deliveredBytes = new LongAdder();
  private final LongAdder undeliveredBytes = new LongAdder();
  private final RecentMean deliveryBytes = new RecentMean();
  private final RecentMean writeNanos = new RecentMean();
  private final RecentMean syncNanos = new RecentMean();
  private volatile boolean metered;
  private volatile boolean hung;

  VolumeTraffic(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.busy = new BusyClock(nanoClock.getAsLong());
    this.openBlocks = new OpenBlocks(nanoClock);
  }

  OpenBlocks openBlocks() {
    return openBlocks;
  }

  IoSpan ioStarted() {
    long nowNanos = nanoClock.getAsLong();
    if (!metered) {
      metered = true;
    }
    return new IoSpan(nowNanos, busy.start(nowNanos));
  }

  void ioEnded(Io io, long writtenBytes, IoSpan span) {
    long nowNanos = nanoClock.getAsLong();
    busy.stop(nowNanos, span.startedVirtualNanos());
    undeliveredBytes.add(writtenBytes);
    (io == Io.SYNC ? syncNanos : writeNanos).add(nowNanos - span.startedNanos());
  }

  void delivered(long bytes) {
    deliveredBytes.add(bytes);
    undeliveredBytes.add(-bytes);
    deliveryBytes.add(bytes);
  }

  /** Whether the dataset reports single operations at all. */
  boolean isMetered() {
    return metered;
  }

  /** Adds what was delivered since the last sample to an estimate. */
  void sample(SpeedEstimate estimate, double elapsedSec) {
    BusyClock.Reading reading = busy.read(nanoClock.getAsLong());
    estimate.sample(
        deliveredBytes.sum(),
        reading.servedNanos() / 1e9,
        pendingBytes(reading.inProgress()),
        reading.pendingNanos() / 1e9,
        elapsedSec);
  }

  /** The most that running operations may be about to deliver; not finite if it is not known. */
  private double pendingBytes(int inProgress) {
    double usual = inProgress * deliveryBytes.mean();
    return usual > 0 ? Math.max(usual, (double) undeliveredBytes.sum()) : Double.POSITIVE_INFINITY;
  }

  double writeLatencyMs() {
    return writeNanos.mean() / 1e6;
  }

  double syncLatencyMs() {
    return syncNanos.mean() / 1e6;
  }

  boolean isHung() {
    return hung;
  }

  void setHung(boolean hangs) {
    hung = hangs;
  }
}
