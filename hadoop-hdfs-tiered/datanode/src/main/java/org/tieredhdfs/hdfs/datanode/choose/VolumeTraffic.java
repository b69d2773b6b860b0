package org.tieredhdfs.hdfs.datanode.choose;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.tieredhdfs.hdfs.datanode.choose.VolumeLoad.Io;

/** What a dataset reported of one volume: its open blocks, bytes, busy time. Thread-safe. */
final class VolumeTraffic {
  private final LongSupplier nanoClock;
  private final BusyClock busy;
  private final OpenBlocks openBlocks;
  private final LongAdder bytes = new LongAdder();
  private final LatencyMean writeLatency = new LatencyMean();
  private final LatencyMean syncLatency = new LatencyMean();
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

  long ioStarted() {
    long nowNanos = nanoClock.getAsLong();
    if (!metered) {
      metered = true;
    }
    busy.start(nowNanos);
    return nowNanos;
  }

  void ioEnded(Io io, long writtenBytes, long startedNanos) {
    long nowNanos = nanoClock.getAsLong();
    busy.stop(nowNanos);
    bytes.add(writtenBytes);
    (io == Io.SYNC ? syncLatency : writeLatency).add(nowNanos - startedNanos);
  }

  /** Whether the dataset reports single operations at all. */
  boolean isMetered() {
    return metered;
  }

  long totalBytes() {
    return bytes.sum();
  }

  long totalBusyNanos() {
    return busy.busyNanos(nanoClock.getAsLong());
  }

  LatencyMean writeLatency() {
    return writeLatency;
  }

  LatencyMean syncLatency() {
    return syncLatency;
  }

  boolean isHung() {
    return hung;
  }

  void setHung(boolean hangs) {
    hung = hangs;
  }
}
