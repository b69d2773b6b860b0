package org.tieredhdfs.hdfs.datanode.choose.speed;

import java.util.List;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;

/**
 * How long a volume's device lately took for what it wrote, with exponential decay: a second
 * witness of how fast a volume is. Used by one thread at a time.
 *
 * <p>What a writer took that did not sync depends on how full the page cache was: of two equal
 * disks one may look many times slower. Only the device tells whether it is. It is no measure by
 * itself, since devices that do several things at once do more in the same time when they are asked
 * for more.
 */
final class DeviceTimes {
  private static final double MIN_EVIDENCE_SEC = 1;

  private final double halfLifeSec;
  private double bytes;
  private double busySec;
  private long lastBytes;
  private long lastBusyNanos;

  DeviceTimes(double halfLifeSec) {
    this.halfLifeSec = halfLifeSec;
  }

  /** Adds what the device did since the last call. */
  void sample(VolumeTraffic traffic, double elapsedSec) {
    double kept = Math.pow(0.5, elapsedSec / halfLifeSec);
    long newBytes = traffic.deviceBytes();
    long newBusyNanos = traffic.deviceNanos();
    bytes = bytes * kept + (newBytes - lastBytes);
    busySec = busySec * kept + (newBusyNanos - lastBusyNanos) / 1e9;
    lastBytes = newBytes;
    lastBusyNanos = newBusyNanos;
  }

  /** Forgets the past: only later work counts. */
  void restart() {
    bytes = 0;
    busySec = 0;
  }

  /** Busy seconds for a byte; not a number if unknown. */
  private double secPerByte() {
    return busySec >= MIN_EVIDENCE_SEC ? busySec / Math.max(1, bytes) : Double.NaN;
  }

  /**
   * How many times as long it takes as its peers, by their median; not a number if that is unknown.
   */
  double timesSlowerThan(List<DeviceTimes> peers) {
    double[] known =
        peers.stream()
            .mapToDouble(DeviceTimes::secPerByte)
            .filter(sec -> !Double.isNaN(sec))
            .sorted()
            .toArray();
    return secPerByte() / UsualTimes.median(known, known.length);
  }
}
