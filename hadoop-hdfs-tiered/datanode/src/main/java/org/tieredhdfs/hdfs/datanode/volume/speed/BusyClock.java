package org.tieredhdfs.hdfs.datanode.volume.speed;

/**
 * Measures the share of a volume's time that each concurrent operation took.
 *
 * <p>A device that n operations share works for each of them 1/n of the time. A virtual clock that
 * goes at 1/n of the real one tells how long an operation would have taken alone, its
 * <i>service</i>: the difference between the readings at its end and its start. The services of all
 * operations add up to the time in which the volume was busy at all, whatever time went by waiting
 * for the network. The lock is held for a few instructions and guards nothing else.
 */
public final class BusyClock {
  private int inProgress;
  private double virtualNanos;
  private long sinceNanos;

  public BusyClock(long nowNanos) {
    this.sinceNanos = nowNanos;
  }

  /** An operation begins; the virtual time has to be handed to {@link #stop}. */
  public synchronized double start(long nowNanos) {
    settle(nowNanos);
    inProgress++;
    return virtualNanos;
  }

  /** An operation ends; returns its service. */
  public synchronized double stop(long nowNanos, double startedVirtualNanos) {
    settle(nowNanos);
    inProgress--;
    return virtualNanos - startedVirtualNanos;
  }

  private void settle(long nowNanos) {
    // A thread reads the time before it gets the lock, so the time may be older than the last.
    long passedNanos = nowNanos - sinceNanos;
    if (passedNanos > 0) {
      if (inProgress > 0) {
        virtualNanos += (double) passedNanos / inProgress;
      }
      sinceNanos = nowNanos;
    }
  }
}
