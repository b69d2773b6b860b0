package org.tieredhdfs.hdfs.datanode.volume.health;

/**
 * How long a volume stays out of use after a fault that comes repeatedly.
 *
 * <p>After some faults, such as one hang, it is back at once. Each further one, within a time that
 * is thirty times the configured one, keeps it out: first for the configured time, then for twice
 * as long, and so on up to a limit. So a disk that hangs for half of each minute stays out, and one
 * that had a bad moment does not. The idea is that of route flap damping. Used by one thread.
 */
public final class Probation {
  private static final int REMEMBERED_TIMES = 30;

  private final long unitNanos;
  private final int free;
  private final int maxDoublings;
  private int faults;
  private long endedNanos;

  /**
   * @param unitNanos the time after the first fault that keeps it out; 0 if none does
   * @param free how many faults before that do not
   */
  public Probation(long unitNanos, int free, int maxDoublings) {
    this.unitNanos = unitNanos;
    this.free = free;
    this.maxDoublings = maxDoublings;
  }

  /** A fault begins. */
  public void began(long nowNanos) {
    if (faults > 0 && nowNanos - endedNanos > REMEMBERED_TIMES * unitNanos + stayNanos()) {
      faults = 0;
    }
    faults++;
  }

  /** It is over. */
  public void ended(long nowNanos) {
    endedNanos = nowNanos;
  }

  /** Whether a volume stays out of use after its fault. */
  public boolean isOn(long nowNanos) {
    return faults > free && nowNanos - endedNanos < stayNanos();
  }

  private long stayNanos() {
    return faults <= free ? 0 : unitNanos << Math.min(faults - free - 1, maxDoublings);
  }
}
