package org.tieredhdfs.hdfs.datanode.choose;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.tieredhdfs.hdfs.datanode.choose.space.VolumeRecord;
import org.tieredhdfs.hdfs.datanode.volume.speed.LatencySettings;
import org.tieredhdfs.hdfs.datanode.volume.speed.OpenBlocks;
import org.tieredhdfs.hdfs.datanode.volume.speed.Speed;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;

/**
 * The latency-aware policy's state of one volume: its load, and its part by free space.
 *
 * <p>Space is a matter of shares, not of delays: as long as every volume is busy, whatever the
 * queues, each gets what it can do. So a volume with less room than its peers has a pace, and
 * stands back while it is ahead of the mean pace of those with room. Thread-safe.
 */
final class ServiceRecord extends VolumeRecord {
  /** Fewer readers than this at a time, on average, leave a volume idle. */
  private static final double IDLE_READERS = 0.1;

  /** The minimum factor by which a full volume's share is reduced. */
  private static final double MIN_SPACE_FACTOR = 0.1;

  /** The share of its speed's load that its free space allows; 1 for all of it. */
  volatile double spaceFactor = 1;

  /** Where its {@link #pace} has to be below for it to be chosen before volumes with more room. */
  private volatile double paceLimitBytes = Double.POSITIVE_INFINITY;

  /** Bytes lately chosen for it, over weight and space factor. */
  private final AtomicLong pace = new AtomicLong();

  ServiceRecord(FsVolumeSpi volume, VolumeTraffic traffic) {
    super(volume, traffic);
  }

  /** Reckons anew what each volume of a type may have by its free space. */
  static void pace(List<ServiceRecord> ofType, double elapsedSec, LatencySettings settings) {
    double gone = 1 - Math.pow(0.5, elapsedSec / settings.halfLifeSec());
    long mostBytes = ofType.stream().mapToLong(record -> record.availableBytes).max().orElse(0);
    for (ServiceRecord record : ofType) {
      record.spaceFactor = spaceFactor((double) record.availableBytes / mostBytes, settings);
      record.pace.addAndGet(-(long) (record.pace.get() * gone));
    }
    double limitBytes =
        ofType.stream()
            .filter(record -> !record.isSlow() && !record.traffic.isHung())
            .filter(record -> record.spaceFactor >= 1)
            .mapToLong(record -> record.pace.get())
            .average()
            .orElse(Double.POSITIVE_INFINITY);
    ofType.forEach(record -> record.paceLimitBytes = limitBytes);
  }

  private static double spaceFactor(double partOfMost, LatencySettings settings) {
    if (Double.isNaN(partOfMost) || partOfMost >= 1 - settings.tolerance()) {
      return 1;
    }
    return Math.max(MIN_SPACE_FACTOR, Math.pow(partOfMost, settings.spaceWeight()));
  }

  Speed speed() {
    return traffic.speed();
  }

  boolean isSlow() {
    return speed().isSlow();
  }

  /** What open blocks will bring, and what the page cache has yet to write besides. */
  double bytesToWrite() {
    OpenBlocks open = traffic.openBlocks();
    return open.bytesInFlight() + Math.max(0, traffic.backlog().bytes() - open.cachedBytes());
  }

  /** Bytes that a new block has to share the volume with; each reader stands for a block. */
  double bytesInFlight(double blockBytes) {
    double readers = speed().readers();
    return bytesToWrite() + (readers < IDLE_READERS ? 0 : readers * blockBytes);
  }

  /** Charges a choice to the load that its free space allows. */
  void advance(long blockBytes) {
    pace.addAndGet((long) (Math.max(1, blockBytes) / (speed().weight() * spaceFactor)));
  }

  /** Whether it has had as much as its free space allows it, compared with its peers. */
  boolean isAheadOfItsSpace() {
    return spaceFactor < 1 && pace.get() > paceLimitBytes;
  }
}
