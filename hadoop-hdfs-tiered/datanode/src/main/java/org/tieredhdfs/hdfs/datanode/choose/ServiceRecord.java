package org.tieredhdfs.hdfs.datanode.choose;

import java.util.concurrent.atomic.AtomicLong;
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

  /** A choice that never became a block counts as load for so long, if blocks are reported... */
  private static final long REPORTED_PLACE_NANOS = 60_000_000_000L;

  /** ...and for so long if the users of the volume show it: a reference is taken at once. */
  private static final long UNREPORTED_PLACE_NANOS = 5_000_000L;

  /** The number of the choice that took this volume last, to share ties out in turn. */
  volatile long lastTurn;

  /** Its speed relative to the median of the type. */
  volatile double weight = 1;

  /** The part of what its speed would earn it that its free space allows it; 1 for all. */
  volatile double spaceFactor = 1;

  /** Where its {@link #pace} has to be below for it to be chosen before volumes with more room. */
  volatile double paceLimitBytes = Double.POSITIVE_INFINITY;

  /** Bytes lately chosen for it, over weight and space factor. */
  final AtomicLong pace = new AtomicLong();

  /** The fewest users ever seen: those that never leave, such as the block scanner. */
  volatile int residentUsers = Integer.MAX_VALUE;

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
  double bytesInFlight(FsVolumeSpi volume, long blockBytes, long nowNanos) {
    OpenBlocks open = traffic.openBlocks();
    open.expirePlaces(nowNanos, blocksReported ? REPORTED_PLACE_NANOS : UNREPORTED_PLACE_NANOS);
    if (blocksReported) {
      return open.bytesInFlight();
    }
    int passing = Math.max(0, users(volume) - residentUsers);
    return (double) passing * blockBytes + open.bytesAboutToOpen();
  }

  /** Counts a choice against what its free space allows it. */
  void advance(long blockBytes) {
    pace.addAndGet((long) (Math.max(1, blockBytes) / (weight * spaceFactor)));
  }

  /** Whether it has had as much as its free space allows it, compared with its peers. */
  boolean isAheadOfItsSpace() {
    return spaceFactor < 1 && pace.get() > paceLimitBytes;
  }

  static int users(FsVolumeSpi volume) {
    return volume instanceof FsVolumeImpl stock ? stock.getReferenceCount() : 0;
  }
}
