package org.tieredhdfs.hdfs.datanode.choose;

/**
 * The bandwidth of one volume: bytes over the time in which its device worked on them, the past
 * fading.
 *
 * <p>Write and sync latency are in it, as they are what that time consists of; waiting for the
 * network is not. Operations that have not ended count against a volume only once they have taken
 * so long that it would look slower even if all of them ended now. Thread-safe.
 */
final class SpeedEstimate {
  /** With less busy time than this in memory, nothing is known. */
  static final double MIN_BUSY_SEC = 0.2;

  private final double halfLifeSec;
  private double bytes;
  private double servedSec;
  private long lastBytes;
  private double lastServedSec;
  private volatile double bytesPerSec = Double.NaN;
  private volatile double evidenceSec;

  SpeedEstimate(double halfLifeSec) {
    this.halfLifeSec = halfLifeSec;
  }

  /**
   * Takes the counters of a volume in.
   *
   * @param totalBytes delivered so far
   * @param totalServedSec how long it worked on operations that have ended
   * @param pendingBytes what those that run are about to deliver
   * @param pendingSec how long it has worked on those
   * @param elapsedSec since the last sample
   */
  synchronized void sample(
      long totalBytes,
      double totalServedSec,
      double pendingBytes,
      double pendingSec,
      double elapsedSec) {
    double kept = Math.pow(0.5, elapsedSec / halfLifeSec);
    bytes = bytes * kept + (totalBytes - lastBytes);
    servedSec = servedSec * kept + (totalServedSec - lastServedSec);
    lastBytes = totalBytes;
    lastServedSec = totalServedSec;
    double ended = servedSec > 0 ? bytes / servedSec : Double.POSITIVE_INFINITY;
    double atBest =
        pendingSec > 0
            ? (bytes + pendingBytes) / (servedSec + pendingSec)
            : Double.POSITIVE_INFINITY;
    double estimate = Math.min(ended, atBest);
    evidenceSec = atBest < ended ? servedSec + pendingSec : servedSec;
    bytesPerSec = Double.isInfinite(estimate) ? Double.NaN : estimate;
  }

  /** Forgets the past: only what comes from now on counts. */
  synchronized void restart() {
    bytes = 0;
    servedSec = 0;
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
