package org.tieredhdfs.hdfs.datanode.choose;

/**
 * The bandwidth of one volume: bytes over the time in which its device was busy, the past fading.
 *
 * <p>Write and sync latency are in it, as they are what the busy time consists of; waiting for the
 * network is not. Thread-safe.
 */
final class SpeedEstimate {
  /** With less busy time than this in memory, nothing is known. */
  static final double MIN_BUSY_SEC = 0.2;

  private final double halfLifeSec;
  private double bytes;
  private double busySec;
  private long lastBytes;
  private long lastBusyNanos;
  private volatile double bytesPerSec = Double.NaN;
  private volatile double evidenceSec;

  SpeedEstimate(double halfLifeSec) {
    this.halfLifeSec = halfLifeSec;
  }

  /**
   * Takes the counters of a volume in.
   *
   * @param totalBytes written so far
   * @param totalBusyNanos busy so far
   * @param elapsedSec since the last sample
   */
  synchronized void sample(long totalBytes, long totalBusyNanos, double elapsedSec) {
    double kept = Math.pow(0.5, elapsedSec / halfLifeSec);
    bytes = bytes * kept + (totalBytes - lastBytes);
    busySec = busySec * kept + (totalBusyNanos - lastBusyNanos) / 1e9;
    lastBytes = totalBytes;
    lastBusyNanos = totalBusyNanos;
    evidenceSec = busySec;
    bytesPerSec = busySec > 0 ? bytes / busySec : Double.NaN;
  }

  /** Forgets the past: only what comes from now on counts. */
  synchronized void restart() {
    bytes = 0;
    busySec = 0;
    evidenceSec = 0;
    bytesPerSec = Double.NaN;
  }

  /** Not a number as long as nothing is known. */
  double bytesPerSec() {
    return evidenceSec >= MIN_BUSY_SEC ? bytesPerSec : Double.NaN;
  }

  /** What the little that is known says; not a number only if there was no operation at all. */
  double hintBytesPerSec() {
    return bytesPerSec;
  }

  /** How much busy time stands behind the estimate. */
  double evidenceSec() {
    return evidenceSec;
  }
}
