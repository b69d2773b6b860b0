package org.tieredhdfs.mover.transfer;

/**
 * A limit in bytes per second: after each start, the next one waits until the average is within the
 * limit.
 *
 * <p>Time is given by the caller, in nanoseconds of a clock that never goes back. Used under the
 * lock of its owner.
 */
final class Pacer {
  private static final double NANOS_PER_SECOND = 1e9;

  private long bytesPerSecond;
  private long paidAtNs;
  private boolean hasBegun;

  /**
   * @param bytesPerSecond 0 for no limit
   */
  Pacer(long bytesPerSecond) {
    this.bytesPerSecond = bytesPerSecond;
  }

  /** Changes the cap; what is still owed is owed at the new rate. */
  void setBytesPerSecond(long newBytesPerSecond, long nowNs) {
    long owedNs = waitNs(nowNs);
    if (owedNs > 0 && newBytesPerSecond > 0) {
      double owedBytes = owedNs / NANOS_PER_SECOND * bytesPerSecond;
      paidAtNs = nowNs + (long) (owedBytes / newBytesPerSecond * NANOS_PER_SECOND);
    }
    bytesPerSecond = newBytesPerSecond;
  }

  /** How long the next has to wait; 0 if it may begin. */
  long waitNs(long nowNs) {
    return bytesPerSecond == 0 || !hasBegun ? 0 : Math.max(0, paidAtNs - nowNs);
  }

  void begin(long bytes, long nowNs) {
    if (bytesPerSecond > 0) {
      long from = hasBegun ? Math.max(paidAtNs, nowNs) : nowNs;
      paidAtNs = from + (long) (bytes / (double) bytesPerSecond * NANOS_PER_SECOND);
      hasBegun = true;
    }
  }
}
