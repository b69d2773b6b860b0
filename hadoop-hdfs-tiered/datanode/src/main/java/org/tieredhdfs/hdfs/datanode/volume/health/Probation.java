package org.tieredhdfs.hdfs.datanode.volume.health;

/**
 * The probation of a volume that hangs repeatedly, after it answers again.
 *
 * <p>After one hang it is back at once. Each further one, within a time that is thirty times the
 * configured one, keeps it out: for the configured time after the second, twice as long after the
 * third, and so on up to sixteen times. So a disk that hangs for half of each minute stays out, and
 * one that had a bad moment does not. The idea is that of route flap damping. Used by one thread.
 */
public final class Probation {
  private static final int REMEMBERED_TIMES = 30;
  private static final int MAX_DOUBLINGS = 4;

  private final long unitNanos;
  private int hangs;
  private long answeredNanos;

  /**
   * @param unitNanos the time after the second hang; 0 if none keeps a volume out
   */
  public Probation(long unitNanos) {
    this.unitNanos = unitNanos;
  }

  /** A hang begins. */
  public void hung(long nowNanos) {
    if (hangs > 0 && nowNanos - answeredNanos > REMEMBERED_TIMES * unitNanos + stayNanos()) {
      hangs = 0;
    }
    hangs++;
  }

  /** It is over. */
  public void answered(long nowNanos) {
    answeredNanos = nowNanos;
  }

  /** Whether a volume that answers stays out of use. */
  public boolean isOn(long nowNanos) {
    return hangs > 1 && nowNanos - answeredNanos < stayNanos();
  }

  private long stayNanos() {
    return hangs < 2 ? 0 : unitNanos << Math.min(hangs - 2, MAX_DOUBLINGS);
  }
}
