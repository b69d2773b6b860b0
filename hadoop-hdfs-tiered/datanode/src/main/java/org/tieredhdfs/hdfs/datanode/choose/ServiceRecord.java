package org.tieredhdfs.hdfs.datanode.choose;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;

/** What the latency-aware policy knows of one volume: its speed, load and standing. */
final class ServiceRecord extends VolumeRecord {
  final SpeedEstimate speed;
  final ProfiledIo profiled = new ProfiledIo();
  final Standing standing;
  final LongAdder chosenBytes = new LongAdder();

  /** The number of the choice that took this volume last, to share ties out in turn. */
  volatile long lastTurn;

  /** Its relative speed, space counted in; 1 is the median. */
  volatile double weight = 1;

  /** Whether the dataset of this volume reports open blocks. */
  volatile boolean blocksReported;

  ServiceRecord(
      FsVolumeSpi volume, VolumeTraffic traffic, LongSupplier nanoClock, LatencySettings settings) {
    super(volume, traffic, nanoClock);
    this.speed = new SpeedEstimate(settings.halfLifeSec());
    this.standing = new Standing(settings);
  }

  /**
   * Bytes that a new block has to share the volume with. Under a stock dataset, whoever works on a
   * volume holds a reference to it until its last sync is done: each stands for a block like the
   * one asked for. (The bytes that a stock volume reserves say nothing: they are given back before
   * the sync.)
   */
  double bytesInFlight(FsVolumeSpi volume, long blockBytes) {
    OpenBlocks open = traffic.openBlocks();
    if (blocksReported) {
      return open.bytesInFlight();
    }
    return (double) users(volume) * blockBytes + open.bytesAboutToOpen();
  }

  static int users(FsVolumeSpi volume) {
    return volume instanceof FsVolumeImpl stock ? stock.getReferenceCount() : 0;
  }
}
